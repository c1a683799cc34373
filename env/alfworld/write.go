package alfworld

import (
	"archive/tar"
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ulikunitz/xz"

	"github.com/bethink-dev/bethink"
)

// problem writes the planning problem of a scene.
func (s *scene) problem() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	loc := func(i int) string { return fmt.Sprintf("loc_bar_%02d", i) }

	var rtypes, otypes []string
	for _, r := range s.receptacles {
		rtypes = append(rtypes, r.rtype)
	}
	for _, o := range s.objects {
		otypes = append(otypes, o.otype)
	}
	slices.Sort(rtypes)
	slices.Sort(otypes)
	rtypes, otypes = slices.Compact(rtypes), slices.Compact(otypes)

	line("(define (problem household)\n(:domain alfred)\n(:objects\nagent1 - agent")
	for i := range s.locations {
		line("%s - location", loc(i))
	}
	for _, r := range s.receptacles {
		line("%s - receptacle", r.id)
	}
	for _, o := range s.objects {
		line("%s - object", o.id)
	}
	for _, t := range rtypes {
		line("%sType - rtype", t)
	}
	for _, t := range otypes {
		line("%sType - otype", t)
	}
	line(")\n(:init\n(atLocation agent1 %s)", loc(0))
	for _, r := range s.receptacles {
		line("(receptacleType %s %sType)\n(receptacleAtLocation %s %s)", r.id, r.rtype, r.id, loc(r.location))
		if r.openable {
			line("(openable %s)", r.id)
		}
	}
	for _, o := range s.objects {
		s.facts(line, loc, o)
	}
	for _, r := range rtypes {
		for _, o := range otypes {
			if allows(r, o) {
				line("(canContain %sType %sType)", r, o)
			}
		}
	}
	line(")\n(:goal %s))", s.condition())
	return b.String()
}

// facts writes what holds of one object. A fixture lies where the agent starts.
func (s *scene) facts(line func(string, ...any), loc func(int) string, o sceneObject) {
	line("(objectType %s %sType)", o.id, o.otype)
	if o.fixture {
		line("(objectAtLocation %s %s)", o.id, loc(0))
		return
	}
	r := s.receptacles[o.receptacle]
	line("(inReceptacle %s %s)\n(objectAtLocation %s %s)", o.id, r.id, o.id, loc(r.location))
	if o.otype == s.lamp {
		line("(toggleable %s)", o.id)
		return
	}
	line("(pickupable %s)", o.id)
	for _, p := range []struct {
		name  string
		types []string
	}{
		{"cleanable", cleanableTypes}, {"heatable", heatableTypes}, {"coolable", coolableTypes},
		{"sliceable", sliceableTypes}, {"isReceptacleObject", containingTypes},
	} {
		if slices.Contains(p.types, o.otype) {
			line("(%s %s)", p.name, o.id)
		}
	}
}

// condition writes the goal.
func (s *scene) condition() string {
	in := func(o string) string {
		return fmt.Sprintf("(objectType %s %sType) (receptacleType ?r %sType) (inReceptacle %s ?r)", o, s.goal.Object, s.goal.Receptacle, o)
	}
	one := func(more string) string {
		return "(exists (?r - receptacle) (exists (?o - object) (and " + more + in("?o") + ")))"
	}
	switch s.goal.Kind {
	case GoalClean:
		return one("(cleanable ?o) (isClean ?o) ")
	case GoalHeat:
		return one("(heatable ?o) (isHot ?o) ")
	case GoalCool:
		return one("(coolable ?o) (isCool ?o) ")
	case GoalTwo:
		return "(exists (?r - receptacle) (exists (?o1 - object) (and " + in("?o1") + " (exists (?o2 - object) (and (not (= ?o1 ?o2)) " + in("?o2") + ")))))"
	case GoalLight:
		return fmt.Sprintf("(and (exists (?ot - object ?r - receptacle ?a - agent ?l - location) (and (objectType ?ot %sType) (toggleable ?ot) (isToggled ?ot) (receptacleAtLocation ?r ?l) (atLocation ?a ?l) (inReceptacle ?ot ?r))) (exists (?o - object ?a - agent) (and (objectType ?o %sType) (holds ?a ?o))))", s.goal.Lamp, s.goal.Object)
	}
	return one("")
}

// WriteSet writes games as a .tar, a .tar.xz or a folder tree, by the path's
// ending, in such a way that [Load] reads them back under their names. Equal
// files give equal bytes. A folder tree is written into what is there; an
// archive replaces the file, once it is complete. It returns ErrInvalid for a
// name that is not one of task and trial.
func WriteSet(ctx context.Context, to string, files []File) error {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	for i, f := range files {
		if taskName(f.Name+"/"+gameName) != f.Name || strings.Contains(f.Name, "..") || strings.Contains(f.Name, `\`) {
			return fmt.Errorf("alfworld: write %s: game %q is not named TASK/TRIAL: %w", to, f.Name, bethink.ErrInvalid)
		}
		if i > 0 && files[i-1].Name == f.Name {
			return fmt.Errorf("alfworld: write %s: two games are called %s: %w", to, f.Name, bethink.ErrConflict)
		}
	}
	switch {
	case strings.HasSuffix(to, ".tar"):
		return writeFile(to, func(w io.Writer) error { return writeTar(ctx, w, files) })
	case strings.HasSuffix(to, ".tar.xz"), strings.HasSuffix(to, ".txz"):
		return writeFile(to, func(w io.Writer) error { return writeXz(ctx, w, files) })
	}
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		dir := filepath.Join(to, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, gameName), f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes beside the file and then takes its name.
func writeFile(to string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(to), ".games-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it has been renamed
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), to)
}

func writeXz(ctx context.Context, to io.Writer, files []File) error {
	w, err := xz.NewWriter(to)
	if err != nil {
		return err
	}
	if err := writeTar(ctx, w, files); err != nil {
		return err
	}
	return w.Close()
}

// writeTar writes headers without times or owners.
func writeTar(ctx context.Context, to io.Writer, files []File) error {
	w := tar.NewWriter(to)
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		h := &tar.Header{Typeflag: tar.TypeReg, Name: path.Join(f.Name, gameName), Mode: 0o644, Size: int64(len(f.Data)), Format: tar.FormatUSTAR}
		if len(h.Name) > 100 {
			h.Format = tar.FormatPAX
		}
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		if _, err := w.Write(f.Data); err != nil {
			return err
		}
	}
	return w.Close()
}
