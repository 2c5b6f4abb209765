-- Conversations as they were seen: what was said, what was done, and every event of every run.

CREATE TABLE threads (
    id         TEXT PRIMARY KEY,
    title      TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE runs (
    thread_id           TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    id                  TEXT NOT NULL,
    -- The user message that the run answers.
    message_id          TEXT NOT NULL,
    -- running, finished, waiting, cancelled, failed or interrupted.
    state               TEXT NOT NULL,
    cancelled           INTEGER NOT NULL DEFAULT FALSE,
    cancellation_reason TEXT,
    started_at          INTEGER NOT NULL,
    ended_at            INTEGER,
    PRIMARY KEY (thread_id, id)
) WITHOUT ROWID;

CREATE INDEX runs_by_message ON runs (thread_id, message_id);
CREATE INDEX runs_at_work ON runs (state) WHERE state = 'running';

CREATE TABLE messages (
    position            INTEGER PRIMARY KEY,
    thread_id           TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    id                  TEXT NOT NULL,
    -- The run that said it; none for what came with a request.
    run_id              TEXT,
    role                TEXT NOT NULL,
    -- The AG-UI message.
    body                TEXT NOT NULL,
    cancelled           INTEGER NOT NULL DEFAULT FALSE,
    cancellation_reason TEXT,
    UNIQUE (thread_id, id)
);

CREATE TABLE activities (
    position   INTEGER PRIMARY KEY,
    thread_id  TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    run_id     TEXT NOT NULL,
    id         TEXT NOT NULL,
    kind       TEXT NOT NULL,
    name       TEXT NOT NULL,
    -- The activity that it is part of.
    parent_id  TEXT,
    -- running, completed, failed, denied, cancelled or interrupted.
    status     TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    UNIQUE (thread_id, run_id, kind, id)
);

CREATE TABLE interjections (
    -- In the order in which they were said.
    position     INTEGER PRIMARY KEY,
    thread_id    TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    id           TEXT NOT NULL,
    run_id       TEXT NOT NULL,
    message      TEXT NOT NULL,
    attachments  TEXT NOT NULL,
    -- root, or the tool call whose agent got it.
    parent_id    TEXT NOT NULL,
    target_agent TEXT NOT NULL,
    -- pending, delivered or undelivered.
    status       TEXT NOT NULL,
    step         INTEGER,
    -- The tool call whose result it went with, or the message that it followed.
    tool_call_id TEXT,
    after_id     TEXT,
    UNIQUE (thread_id, id)
);

CREATE TABLE events (
    thread_id TEXT NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    seq       INTEGER NOT NULL,
    run_id    TEXT NOT NULL,
    -- The AG-UI event, byte for byte as it was sent.
    data      TEXT NOT NULL,
    PRIMARY KEY (thread_id, seq)
) WITHOUT ROWID;
