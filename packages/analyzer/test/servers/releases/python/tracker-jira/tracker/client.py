from typing import Any

import requests
from requests.auth import HTTPBasicAuth

from .config import Settings


class JiraProblem(RuntimeError):
    pass


class JiraClient:
    def __init__(self, settings: Settings) -> None:
        self._base = str(settings.url).rstrip("/") + "/rest/api/3"
        self._timeout = settings.timeout
        self._session = requests.Session()
        self._session.auth = HTTPBasicAuth(settings.mail, settings.api_token.get_secret_value())
        self._session.headers["Accept"] = "application/json"

    def _call(self, method: str, path: str, **kwargs: Any) -> dict[str, Any]:
        try:
            response = self._session.request(
                method, self._base + path, timeout=self._timeout, allow_redirects=False, **kwargs
            )
        except requests.RequestException as exc:
            raise JiraProblem("Jira is not reachable") from exc
        if response.status_code >= 300:
            raise JiraProblem(f"Jira answered {response.status_code}")
        return response.json() if response.content else {}

    def assigned(self, limit: int) -> list[dict[str, Any]]:
        data = self._call(
            "GET",
            "/search/jql",
            params={
                "jql": "assignee = currentUser() AND statusCategory != Done ORDER BY updated DESC",
                "fields": "summary,status",
                "maxResults": limit,
            },
        )
        return [
            {"key": i["key"], "status": i["fields"]["status"]["name"], "untrusted_summary": i["fields"]["summary"][:300]}
            for i in data["issues"]
        ]

    def comment(self, key: str, text: str) -> str:
        body = {"type": "doc", "version": 1, "content": [{"type": "paragraph", "content": [{"type": "text", "text": text}]}]}
        return self._call("POST", f"/issue/{key}/comment", json={"body": body})["id"]
