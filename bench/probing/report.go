package probing

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// WriteTable writes the rows as a table of text, with a heading a cell.
func WriteTable(w io.Writer, rows []Row) error {
	cell := ""
	for _, r := range rows {
		if name := r.cell(); name != cell {
			if cell != "" {
				fmt.Fprintln(w)
			}
			cell = name
			fmt.Fprintf(w, "%s, %d episodes\n", name, r.Episodes)
			fmt.Fprintf(w, "%-20s %-22s %8s %8s %8s %7s %7s %7s %7s %7s\n", "policy", "terminal (95 %)", "weighted", "average", "success", "probes", "useful", "by B", "onset", "drift")
		}
		_, err := fmt.Fprintf(w, "%-20s %5.3f (%5.3f to %5.3f)  %7.3f %8.3f %8.3f %7.2f %7s %7.2f %7s %7s\n", r.Policy, r.Terminal.Value, r.Terminal.Lo, r.Terminal.Hi,
			r.Weighted, r.Average, r.Success, r.Probes, figure(r.Useful), r.Normalised, figure(r.Onset), figure(r.Drift))
		if err != nil {
			return err
		}
	}
	return nil
}

func (r Row) cell() string {
	return strings.Join([]string{r.World, r.Stress, r.Regime, r.Protocol, r.Agent}, "/")
}

func figure(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.2f", x)
}

// WriteComparisons writes the declared family of tests.
func WriteComparisons(w io.Writer, family []Comparison) error {
	if len(family) == 0 {
		return nil
	}
	fmt.Fprintf(w, "%d declared comparisons, paired by seed, Holm at 0.05\n", len(family))
	for _, d := range family {
		verdict := "not shown"
		switch {
		case d.Rejected && d.Margin > 0:
			verdict = fmt.Sprintf("no worse by %.2f", d.Margin)
		case d.Rejected:
			verdict = "differs"
		}
		if _, err := fmt.Fprintf(w, "%-28v %-9s %-12s - %-17s %+.3f (%+.3f to %+.3f)  p %.4f  %s\n", d.Cell, d.Measure, d.A, d.B, d.Value, d.Lo, d.Hi, d.Adjusted, verdict); err != nil {
			return err
		}
	}
	return nil
}

// WriteSummary writes, for each cell, the best policy chosen on other seeds and
// how much of the way from no probes to the oracle value of information goes.
func WriteSummary(w io.Writer, cells []*Cell) error {
	for _, c := range cells {
		best := c.Choose()
		names := best.Names[0]
		if best.Names[1] != names {
			names += " or " + best.Names[1]
		}
		if _, err := fmt.Fprintf(w, "%v: best by other seeds %s %.3f", c, names, best.Value); err != nil {
			return err
		}
		none, voi := c.find("none"), c.find("voi")
		for _, name := range []string{"oracle", "oracle-timed"} {
			o := c.find(name)
			if o < 0 || none < 0 || voi < 0 {
				continue
			}
			if gap := mean(c.values(o, terminal)) - mean(c.values(none, terminal)); gap > 0.05 {
				fmt.Fprintf(w, "; voi %.0f %% of the gap from none to %s", 100*(mean(c.values(voi, terminal))-mean(c.values(none, terminal)))/gap, name)
			}
		}
		fmt.Fprintln(w)
	}
	return nil
}

// WriteSVG draws the terminal accuracies with their intervals, a panel a cell.
func WriteSVG(w io.Writer, rows []Row) error {
	const line, left, width, head = 16, 170, 360, 34
	var panels [][]Row
	for i, r := range rows {
		if i == 0 || rows[i-1].cell() != r.cell() {
			panels = append(panels, nil)
		}
		panels[len(panels)-1] = append(panels[len(panels)-1], r)
	}
	height := 10
	for _, p := range panels {
		height += head + line*len(p) + 20
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="11">`+"\n", left+width+70, height)
	y := 10
	for _, p := range panels {
		fmt.Fprintf(&b, `<text x="10" y="%d" font-weight="bold">%s: terminal accuracy</text>`+"\n", y+14, p[0].cell())
		y += head
		for tick := 0; tick <= 4; tick++ {
			x := left + width*tick/4
			fmt.Fprintf(&b, `<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="#ddd"/><text x="%d" y="%d" text-anchor="middle" fill="#666">%.2f</text>`+"\n", x, y-6, x, y+line*len(p), x, y-8, float64(tick)/4)
		}
		for _, r := range p {
			at := func(v float64) float64 { return left + width*v }
			mid := float64(y) + line/2
			fmt.Fprintf(&b, `<text x="%d" y="%.0f" text-anchor="end">%s</text><line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#36c" stroke-width="2"/><circle cx="%.1f" cy="%.1f" r="3" fill="#36c"/><text x="%d" y="%.0f">%.3f</text>`+"\n",
				left-8, mid+4, r.Policy, at(r.Terminal.Lo), mid, at(r.Terminal.Hi), mid, at(r.Terminal.Value), mid, left+width+10, mid+4, r.Terminal.Value)
			y += line
		}
		y += 20
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
