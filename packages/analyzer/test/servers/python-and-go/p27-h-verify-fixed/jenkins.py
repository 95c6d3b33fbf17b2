import os

import requests
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("jenkins")


class Jenkins:
    def __init__(self, url: str, user: str, token: str):
        self.url = url.rstrip("/")
        self.http = requests.Session()
        self.http.auth = (user, token)
        self.http.verify = os.environ.get("JENKINS_CA", True)

    def queue_length(self) -> int:
        r = self.http.get(self.url + "/queue/api/json", timeout=10)
        r.raise_for_status()
        return len(r.json()["items"])


@mcp.tool()
def queue_length() -> int:
    """Number of queued builds."""
    return Jenkins(os.environ["JENKINS_URL"], os.environ["JENKINS_USER"], os.environ["JENKINS_TOKEN"]).queue_length()


if __name__ == "__main__":
    mcp.run()
