// The debug panel of one chat, and the report it saves.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Locator } from '@playwright/test';
import type { ChatPage } from './chat.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const REPLAY = process.env.MIDTURN_REPLAY_BIN ?? resolve(ROOT, 'target/debug/examples/replay');

export interface Report {
  text: string;
  thread: string;
  entries: { kind: string; at: number; said?: string; json?: { type: string }; effects?: string[] }[];
  /** The output of the program that replays the report. */
  replayed: string;
}

export class DebugPanel {
  readonly root: Locator;
  readonly rows: Locator;
  readonly list: Locator;
  readonly wire: Locator;
  readonly core: Locator;
  readonly odd: Locator;
  readonly search: Locator;
  readonly save: Locator;
  readonly clear: Locator;
  readonly close: Locator;
  readonly count: Locator;
  readonly newer: Locator;

  constructor(readonly chat: ChatPage) {
    this.root = chat.root.getByTestId('debug');
    this.rows = this.root.getByTestId('debug-row');
    this.list = this.root.getByRole('group', { name: 'Debug' });
    const button = (name: string | RegExp) => this.root.getByRole('button', { name });
    this.wire = button('Wire');
    this.core = button('Core');
    this.odd = button('Diagnostics only');
    this.search = this.root.getByRole('searchbox', { name: 'Filter by text' });
    this.save = this.root.getByTestId('debug-save');
    this.clear = button('Start over');
    this.close = button('Close the debug panel');
    this.count = this.root.getByTestId('debug-count');
    this.newer = button(/newer$/);
  }

  /** The first row that contains these words. */
  row(words: string): Locator {
    return this.rows.filter({ hasText: words }).first();
  }

  /** Saves a report, as a person would, and replays it. */
  async report(): Promise<Report> {
    const downloading = this.chat.page.waitForEvent('download');
    await this.save.click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('midturn-report.json');
    const path = await download.path();
    const text = await readFile(path, 'utf8');
    const { stdout } = await promisify(execFile)(REPLAY, [path], { maxBuffer: 64 << 20 });
    return { ...(JSON.parse(text) as Omit<Report, 'text' | 'replayed'>), text, replayed: stdout };
  }
}
