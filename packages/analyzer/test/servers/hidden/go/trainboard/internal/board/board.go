// Package board offers departure boards as tools.
package board

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"regexp"
	"unicode"

	"github.com/viaduct-dev/trainboard/internal/railapi"
	"github.com/viaduct-dev/trainboard/internal/stdio"
)

const maxTrains = 30

var codeRE = regexp.MustCompile(`^[A-Z0-9]{2,10}$`)

type boards struct {
	api *railapi.Client
	log *log.Logger
}

// Register adds the tools to srv.
func Register(srv *stdio.Server, api *railapi.Client, logger *log.Logger) {
	b := &boards{api: api, log: logger}
	srv.Handle("find_station", "Find station codes by name.",
		`{"type":"object","properties":{"name":{"type":"string","maxLength":60}},"required":["name"]}`, b.find)
	station := `{"type":"object","properties":{"station":{"type":"string","description":"code from find_station"}},"required":["station"]}`
	srv.Handle("departures", "Next trains of a station.", station, b.departures)
	srv.Handle("disruptions", "Count late and cancelled trains of a station.", station, b.disruptions)
}

// label keeps names of places and lines short and free of anything but
// letters, digits and a little punctuation.
func label(s string) string {
	out := []rune{}
	for _, r := range s {
		if len(out) == 40 {
			break
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == ' ' || r == '-' || r == '/' {
			out = append(out, r)
		}
	}
	return string(out)
}

func (b *boards) fail(what string, err error) error {
	b.log.Printf("%s: %v", what, err)
	return errors.New("the timetable service could not be asked")
}

func (b *boards) find(ctx context.Context, args json.RawMessage) (any, error) {
	var in struct {
		Name string `json:"name"`
	}
	if err := stdio.Bind(args, &in); err != nil {
		return nil, err
	}
	if in.Name == "" || len(in.Name) > 60 {
		return nil, errors.New("name is missing or too long")
	}
	stations, err := b.api.Stations(ctx, in.Name)
	if err != nil {
		return nil, b.fail("find_station", err)
	}
	out := []railapi.Station{}
	for _, s := range stations {
		if codeRE.MatchString(s.Code) && len(out) < 10 {
			out = append(out, railapi.Station{Code: s.Code, Name: label(s.Name)})
		}
	}
	return out, nil
}

func (b *boards) trains(ctx context.Context, args json.RawMessage) ([]railapi.Train, error) {
	var in struct {
		Station string `json:"station"`
	}
	if err := stdio.Bind(args, &in); err != nil {
		return nil, err
	}
	if !codeRE.MatchString(in.Station) {
		return nil, errors.New("station must be a code from find_station")
	}
	trains, err := b.api.Departures(ctx, in.Station, maxTrains)
	if err != nil {
		return nil, b.fail("departures", err)
	}
	return trains[:min(len(trains), maxTrains)], nil
}

func (b *boards) departures(ctx context.Context, args json.RawMessage) (any, error) {
	trains, err := b.trains(ctx, args)
	if err != nil {
		return nil, err
	}
	for i, t := range trains {
		trains[i].Line, trains[i].To, trains[i].Platform = label(t.Line), label(t.To), label(t.Platform)
	}
	return trains, nil
}

func (b *boards) disruptions(ctx context.Context, args json.RawMessage) (any, error) {
	trains, err := b.trains(ctx, args)
	if err != nil {
		return nil, err
	}
	late, cancelled := 0, 0
	for _, t := range trains {
		switch {
		case t.Cancelled:
			cancelled++
		case t.DelayMin >= 5:
			late++
		}
	}
	return map[string]int{"trains": len(trains), "late": late, "cancelled": cancelled}, nil
}
