import subprocess


def make_thumbnail(picture: str, width: int) -> str:
    done = subprocess.run(
        f"convert /srv/media/{picture} -resize {int(width)} /srv/thumbnails/{int(width)}.png",
        shell=True,
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
