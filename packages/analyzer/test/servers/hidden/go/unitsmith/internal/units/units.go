// Package units converts between units.
package units

import (
	"fmt"
	"math"
	"sort"
)

// Unit relates a unit to the base unit of its kind: base = value*Factor + Shift.
type Unit struct {
	Kind   string
	Factor float64
	Shift  float64
}

var table = map[string]Unit{
	"mm":  {"length", 0.001, 0},
	"cm":  {"length", 0.01, 0},
	"m":   {"length", 1, 0},
	"km":  {"length", 1000, 0},
	"in":  {"length", 0.0254, 0},
	"ft":  {"length", 0.3048, 0},
	"mi":  {"length", 1609.344, 0},
	"g":   {"mass", 0.001, 0},
	"kg":  {"mass", 1, 0},
	"oz":  {"mass", 0.028349523125, 0},
	"lb":  {"mass", 0.45359237, 0},
	"ml":  {"volume", 0.001, 0},
	"l":   {"volume", 1, 0},
	"gal": {"volume", 3.785411784, 0},
	"K":   {"temperature", 1, 0},
	"C":   {"temperature", 1, 273.15},
	"F":   {"temperature", 5.0 / 9, 273.15 - 32*5.0/9},
}

// Convert converts value.
func Convert(value float64, from, to string) (float64, error) {
	a, ok := table[from]
	if !ok {
		return 0, fmt.Errorf("unknown unit %q", from)
	}
	b, ok := table[to]
	if !ok {
		return 0, fmt.Errorf("unknown unit %q", to)
	}
	if a.Kind != b.Kind {
		return 0, fmt.Errorf("%s and %s measure different things", from, to)
	}
	out := (value*a.Factor + a.Shift - b.Shift) / b.Factor
	if math.IsNaN(out) || math.IsInf(out, 0) {
		return 0, fmt.Errorf("the result is not a number")
	}
	return out, nil
}

// Names lists the units of a kind, or all units.
func Names(kind string) []string {
	var out []string
	for name, u := range table {
		if kind == "" || u.Kind == kind {
			out = append(out, name)
		}
	}
	sort.Strings(out)
	return out
}

// Fraction gives inches as whole, numerator and denominator, to the nearest
// 64th.
func Fraction(inches float64) (whole, num, den int) {
	sixtyFourths := int(math.Round(inches * 64))
	whole, num, den = sixtyFourths/64, sixtyFourths%64, 64
	for num != 0 && num%2 == 0 {
		num, den = num/2, den/2
	}
	return whole, num, den
}
