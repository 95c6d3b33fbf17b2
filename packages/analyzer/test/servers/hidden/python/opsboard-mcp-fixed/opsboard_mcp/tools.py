"""The tools themselves."""

from __future__ import annotations

from . import arguments as a
from .auth import Principal, Role
from .registry import Registry
from .store import Store


def build_registry(store: Store) -> Registry:
    registry = Registry()

    @registry.tool(a.ListIncidents)
    def list_incidents(args: a.ListIncidents, who: Principal) -> list[dict]:
        """Incidents in a state, most severe first."""
        return store.incidents(args.state, args.limit)

    @registry.tool(a.OneIncident)
    def get_incident(args: a.OneIncident, who: Principal) -> dict:
        """One incident."""
        found = store.incident(args.id)
        if found is None:
            raise ValueError("no such incident")
        return found

    @registry.tool(a.Nothing)
    def show_duty(args: a.Nothing, who: Principal) -> dict[str, str]:
        """Who is on call for which service."""
        return store.duty()

    @registry.tool(a.OneIncident, role=Role.operator)
    def acknowledge(args: a.OneIncident, who: Principal) -> dict:
        """Acknowledge an incident. Operators only."""
        return {"changed": store.move(args.id, "acknowledged", who.name)}

    @registry.tool(a.OneIncident, role=Role.operator)
    def resolve(args: a.OneIncident, who: Principal) -> dict:
        """Mark an incident as resolved. Operators only."""
        return {"changed": store.move(args.id, "resolved", who.name)}

    @registry.tool(a.SetDuty, role=Role.admin)
    def set_duty(args: a.SetDuty, who: Principal) -> dict:
        """Put a person on call for a service. Admins only."""
        store.set_duty(args.service, args.person)
        return {"service": args.service, "person": args.person}

    @registry.tool(a.DeleteResolved, role=Role.admin)
    def delete_resolved(args: a.DeleteResolved, who: Principal) -> dict:
        """Delete old resolved incidents. Admins only."""
        return {"deleted": store.delete_resolved(args.older_than_days)}

    return registry
