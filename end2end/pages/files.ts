// Test files to attach, and the attachments that a page shows.
import { deflateSync } from 'node:zlib';
import { expect, type Locator, type Page } from '@playwright/test';
import type { ChatPage } from './chat.ts';

export interface Payload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  let crc = 0xffffffff;
  for (const byte of body) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  const ends = Buffer.alloc(4);
  ends.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, body, ends]);
}

/** A picture: a gradient between two colours. */
export function png(name: string, width = 48, height = 32): Payload {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * (width * 3 + 1) + 1 + x * 3;
      rows.set([(x * 255) / width, (y * 255) / height, 160], at);
    }
  }
  const start = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const data = chunk('IDAT', deflateSync(rows));
  const buffer = Buffer.concat([start, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))]);
  return { name, mimeType: 'image/png', buffer };
}

/** Puts a picture into the clipboard. */
export async function copy(page: Page, picture: Payload): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async (bytes) => {
    const blob = new Blob([new Uint8Array(bytes)], { type: 'image/png' });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  }, [...picture.buffer]);
}

export function text(name: string, said = 'notes'): Payload {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(said) };
}

/** The files of a chat: those in its composer, and those of sent messages. */
export class Files {
  readonly button: Locator;
  readonly refused: Locator;
  readonly zone: Locator;
  readonly composed: Locator;

  constructor(readonly chat: ChatPage) {
    this.button = chat.root.getByTestId('composer-attach');
    this.refused = chat.root.getByTestId('attachment-refused');
    this.zone = chat.root.getByTestId('attachment-drop');
    this.composed = chat.root.locator('.mt-composer').getByTestId('attachment');
  }

  /** Presses the button and chooses these files. */
  async choose(...files: Payload[]): Promise<void> {
    const asked = this.chat.page.waitForEvent('filechooser');
    await this.button.click();
    await (await asked).setFiles(files);
  }

  async expectComposed(...names: string[]): Promise<void> {
    await expect(this.composed.locator('.mt-file__name')).toHaveText(names);
  }

  /** The files of the person's nth message. */
  said(index: number): Locator {
    return this.chat.userMessages.nth(index).getByTestId('attachment');
  }

  /**
   * Dispatches a paste or drag event with these files, and with texts by MIME type, on an element. Returns
   * whether the browser does nothing of its own then.
   */
  async fire(
    on: Locator,
    kind: 'paste' | 'dragover' | 'dragleave' | 'drop',
    files: Payload[],
    texts: Record<string, string> = {},
  ): Promise<boolean> {
    const plain = files.map(({ name, mimeType, buffer }) => ({
      name,
      mimeType,
      bytes: [...buffer],
    }));
    return on.evaluate(
      (element, { kind, plain, texts }) => {
        const data = new DataTransfer();
        for (const { name, mimeType, bytes } of plain) {
          data.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
        }
        for (const [type, text] of Object.entries(texts)) data.setData(type, text);
        const about = { bubbles: true, cancelable: true, composed: true };
        return !element.dispatchEvent(
          kind === 'paste'
            ? new ClipboardEvent(kind, { ...about, clipboardData: data })
            : new DragEvent(kind, { ...about, dataTransfer: data }),
        );
      },
      { kind, plain, texts },
    );
  }
}
