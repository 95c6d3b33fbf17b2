import pytest

from mediaforge_mcp.library import Library, LibraryError
from mediaforge_mcp.pipeline import Pipeline


def test_tags_skip_empty_values():
    pipeline = Pipeline().stage("ffmpeg").tags(title="Dawn", artist=None)
    assert pipeline.stages[0].arguments == ["-metadata", "title=Dawn"]


def test_library_refuses_parents(tmp_path):
    library = Library(tmp_path, tmp_path)
    with pytest.raises(LibraryError):
        library.source("../other.mp3")
