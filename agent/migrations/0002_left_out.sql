-- What followed a message that was sent again with another text. It is kept, and not shown.

ALTER TABLE runs ADD COLUMN left_out INTEGER NOT NULL DEFAULT FALSE;
ALTER TABLE messages ADD COLUMN left_out INTEGER NOT NULL DEFAULT FALSE;
