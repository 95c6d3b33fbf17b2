"""Texts with holes."""

from __future__ import annotations

from string import Template

NOTICES: dict[str, tuple[str, Template]] = {
    "maintenance": (
        "Planned maintenance of $service",
        Template("$service will not be available on $date between $start and $end.\n"),
    ),
    "welcome": (
        "Welcome to $team",
        Template("Hello $name,\n\nyour account for $team is ready. Your contact is $contact.\n"),
    ),
    "reminder": (
        "Reminder: $topic",
        Template("This is a reminder about $topic, due on $date.\n"),
    ),
}


def fill(name: str, values: dict[str, str]) -> tuple[str, str]:
    try:
        subject, body = NOTICES[name]
    except KeyError:
        raise ValueError(f"unknown notice; there are {', '.join(sorted(NOTICES))}") from None
    try:
        return Template(subject).substitute(values), body.substitute(values)
    except KeyError as missing:
        raise ValueError(f"value for {missing.args[0]!r} is missing") from None
