import subprocess

PICTURES = {"cover": "/srv/media/cover.png", "logo": "/srv/media/logo.png"}


def make_thumbnail(picture: str, width: int) -> str:
    done = subprocess.run(
        ["convert", PICTURES[picture], "-resize", str(int(width)), "/srv/thumbnails/out.png"],
        capture_output=True,
        text=True,
        timeout=30,
    )
    return done.stdout


PLUGIN = {
    "name": "make_thumbnail",
    "description": "Makes a thumbnail of a picture in the media folder.",
    "callable": make_thumbnail,
    "schema": {
        "type": "object",
        "properties": {"picture": {"type": "string"}, "width": {"type": "integer"}},
    },
}
