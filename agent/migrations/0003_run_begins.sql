-- The thread's last event when the run began: the run's own come after it.

ALTER TABLE runs ADD COLUMN begins_after INTEGER NOT NULL DEFAULT 0;
