package learning

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// WriteDiagram draws a reliability diagram as text: a line a bin.
func WriteDiagram(to io.Writer, bs []Bin) error {
	const width = 40
	var b strings.Builder
	b.WriteString("forecast   count  came true                interval        0" + strings.Repeat(" ", width-2) + "1\n")
	for _, x := range bs {
		line := []rune(strings.Repeat("·", width+1))
		at := func(p float64) int { return int(math.Round(p * width)) }
		for i := at(x.Low); i <= at(x.High); i++ {
			line[i] = '─'
		}
		line[at(x.Forecast)] = '|'
		line[at(x.Frequency)] = '●'
		fmt.Fprintf(&b, "%.3f  %8d  %.3f  [%.3f, %.3f]  %s\n", x.Forecast, x.Count, x.Frequency, x.Low, x.High, string(line))
	}
	b.WriteString("● came true, | forecast, ─ 95 % interval over episodes\n")
	_, err := io.WriteString(to, b.String())
	return err
}

// WriteSVG draws the reliability diagram of all first decisions: how often what
// was forecast came true, with intervals, and how many forecasts there were.
func WriteSVG(to io.Writer, c Calibration) error {
	const (
		size, left, top = 360, 60, 46
		bars            = 60 // height of the counts
		bottom          = top + size
	)
	x := func(p float64) float64 { return left + p*size }
	y := func(p float64) float64 { return bottom - p*size }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n",
		left+size+24, bottom+bars+70, left+size+24, bottom+bars+70)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="#fff"/><text x="%d" y="20" font-size="14">How often what was forecast came true</text>`+"\n", left)
	fmt.Fprintf(&b, `<text x="%d" y="37" font-size="10" fill="#555">%d first decisions in %d episodes; calibration error %.3f, Brier %.3f</text>`+"\n",
		left, c.All.Count, c.Episodes, c.All.ECE, c.All.Brier.Value)
	for i := range 6 {
		p := float64(i) / 5
		fmt.Fprintf(&b, `<path d="M%.1f %dV%dM%d %.1fH%d" stroke="#ddd"/>`, x(p), top, bottom, left, y(p), left+size)
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="end">%.1f</text>`, float64(left)-6, y(p)+4, p)
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%.1f</text>`+"\n", x(p), bottom+bars+34, p)
	}
	fmt.Fprintf(&b, `<path d="M%.1f %.1fL%.1f %.1f" stroke="#999" stroke-dasharray="4 4"/>`+"\n", x(0), y(0), x(1), y(1))
	most := 1
	for _, k := range c.All.Bins {
		most = max(most, k.Count)
	}
	base := float64(bottom + bars + 16)
	for _, k := range c.All.Bins {
		h := float64(bars) * float64(k.Count) / float64(most)
		fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#c9d7e8"><title>%d forecasts</title></rect>`, x(k.From)+1, base-h, x(k.To)-x(k.From)-2, h, k.Count)
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle" font-size="9" fill="#555">%d</text>`, (x(k.From)+x(k.To))/2, base-h-2, k.Count)
		fmt.Fprintf(&b, `<path d="M%.1f %.1fV%.1f" stroke="#1f5fa8" stroke-width="1.5"/>`, x(k.Forecast), y(k.Low), y(k.High))
		fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="4" fill="#1f5fa8"><title>forecast %.3f, came true %.3f [%.3f, %.3f]</title></circle>`+"\n",
			x(k.Forecast), y(k.Frequency), k.Forecast, k.Frequency, k.Low, k.High)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">forecast</text>`, left+size/2, bottom+bars+54)
	fmt.Fprintf(&b, `<text transform="translate(18 %d) rotate(-90)" text-anchor="middle">came true</text></svg>`+"\n", top+size/2)
	_, err := io.WriteString(to, b.String())
	return err
}
