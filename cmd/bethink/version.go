package main

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/bethink-dev/bethink/pack"
)

// release is set by the linker in a release.
var release string

// programVersion returns the release, else what the build knows.
func programVersion() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

func versionCommand(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Say which version this is",
		Long: `Say which version this is, what it was built with, and which household pack
it carries. Records and logs name the same version and digest.`,
		Example: "  bethink version\n  bethink version --json",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			p, err := pack.Household()
			if err != nil {
				return err
			}
			d := p.Describe()
			if c.json {
				return c.object(struct {
					Version string `json:"version"`
					Go      string `json:"go"`
					OS      string `json:"os"`
					Arch    string `json:"arch"`
					Pack    string `json:"household_digest"`
				}{programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH, d.Digest})
			}
			c.printf("bethink %s (%s, %s/%s), household pack %s (%.12s)\n",
				programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH, d.Version, d.Digest)
			return nil
		},
	}
}
