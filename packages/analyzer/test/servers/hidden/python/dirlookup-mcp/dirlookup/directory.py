from __future__ import annotations

import logging
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any as AnyValue

from ldap3 import SUBTREE, Connection, Server, Tls
from ldap3.core.exceptions import LDAPException

from .config import Config
from .filters import All, Any, Equals, Filter, StartsWith

logger = logging.getLogger(__name__)
PERSON = ("displayName", "department", "title", "mail")
GROUP = ("cn", "description")


class DirectoryError(RuntimeError):
    pass


def _text(value: AnyValue) -> str:
    if isinstance(value, (list, tuple)):
        value = value[0] if value else ""
    return "".join(char for char in str(value) if char.isprintable())[:80]


class Directory:
    def __init__(self, config: Config) -> None:
        self._config = config
        tls = Tls(
            validate=ssl.CERT_REQUIRED,
            version=ssl.PROTOCOL_TLS_CLIENT,
            ca_certs_file=config.ca_file,
            valid_names=[config.host],
        )
        self._server = Server(config.host, port=config.port, use_ssl=True, tls=tls, connect_timeout=5)

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        try:
            with Connection(
                self._server,
                user=self._config.bind_dn,
                password=self._config.password,
                auto_bind=True,
                read_only=True,
                receive_timeout=10,
                auto_referrals=False,
            ) as connection:
                yield connection
        except LDAPException as error:
            logger.error("directory: %s", type(error).__name__)
            raise DirectoryError("the directory cannot be asked") from None

    def _search(self, condition: Filter, attributes: tuple[str, ...], limit: int) -> list[tuple[str, dict[str, str]]]:
        with self._connection() as connection:
            connection.search(
                search_base=self._config.base,
                search_filter=str(condition),
                search_scope=SUBTREE,
                attributes=list(attributes),
                size_limit=limit,
                time_limit=8,
            )
            entries = [entry for entry in connection.response or [] if entry.get("type") == "searchResEntry"]
        return [
            (entry["dn"], {name: _text(entry["attributes"].get(name, "")) for name in attributes})
            for entry in entries[:limit]
        ]

    def people(self, name: str, department: str | None, limit: int) -> list[dict[str, str]]:
        parts: list[Filter] = [
            Equals("objectClass", "person"),
            Any(StartsWith("sn", name), StartsWith("givenName", name), StartsWith("displayName", name)),
        ]
        if department:
            parts.append(Equals("department", department))
        return [row for _, row in self._search(All(*parts), PERSON, limit)]

    def groups(self, name: str, limit: int) -> list[dict[str, str]]:
        condition = All(Equals("objectClass", "group"), StartsWith("cn", name))
        return [row for _, row in self._search(condition, GROUP, limit)]

    def members(self, group: str, limit: int) -> list[dict[str, str]]:
        found = self._search(All(Equals("objectClass", "group"), Equals("cn", group)), ("cn",), 2)
        if len(found) != 1:
            raise DirectoryError("there is no such group, or more than one")
        dn, _ = found[0]
        condition = All(Equals("objectClass", "person"), Equals("memberOf", dn))
        return [row for _, row in self._search(condition, PERSON, limit)]
