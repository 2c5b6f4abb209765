// The types of `<midturn-chat>`. `custom-elements.json` and `web-types.json` are made of this file, and so
// is the project's page of the API: `npm run generate` in `packages/`.

import type { Texts } from './strings.js';

export type { PluralForms, Texts } from './strings.js';

/** What an agent speaks. */
export type Protocol = 'ag-ui' | 'ai-sdk' | 'openai-chat' | 'openai-responses' | 'langgraph' | 'a2a';

/** How a message is delivered while the agent works. */
export type Delivery =
  /** As the option `enter` says; a message with files is queued. */
  | 'auto'
  /** After the turn: the message waits in the queue. */
  | 'queue'
  /** Inside of the turn, which goes on. Without files. */
  | 'interject'
  /** Now: the turn is stopped. */
  | 'replace';

/** What happens to a message that is sent now. */
export type DeliveryOutcome =
  /** It starts a turn. */
  | 'turn'
  /** It is the last prompt of the queue. */
  | 'last-prompt'
  /** It is the first prompt of the queue. */
  | 'first-prompt'
  /** The agent gets it inside of the turn. */
  | 'interjection'
  /** It starts another run of the turn. */
  | 'another-run'
  /** It takes the place of the answer to an open question. */
  | 'in-place-of-answer'
  /** It stops the turn, and starts another one. */
  | 'replacement';

/** How a turn ended. */
export type Outcome =
  /** The agent is done. */
  | 'completed'
  /** It was stopped. */
  | 'cancelled'
  /** The agent or its backend failed. */
  | 'failed'
  /** Its stream was lost, for example by a reload. */
  | 'interrupted'
  /** It waits for an answer. */
  | 'waiting';

/** What the backend has said of a stop. */
export type Stop =
  /** Nothing yet. */
  | 'requested'
  /** That the agent has stopped. */
  | 'confirmed'
  /** That nothing was sent: the message was still waiting for its files. */
  | 'unsent'
  /** Nothing that is certain: the agent may still be working. */
  | 'unknown';

/** A prompt that waits in the queue. */
export interface QueuedPrompt {
  /** Which the methods for prompts take. */
  readonly id: string;
  readonly text: string;
  /** The number of its files. */
  readonly attachments: number;
  /** Whether it is held back. */
  readonly held: boolean;
}

/** A question of the agent that waits for an answer. */
export interface Question {
  /** Which `respond` takes. */
  readonly interruptId: string;
  readonly turnId: string;
  /** The backend's reason, an open vocabulary. */
  readonly reason: string;
  /** What the person is asked. */
  readonly message: string | null;
  /** The call that waits for the answer. */
  readonly toolCallId: string | null;
  readonly toolName: string | null;
  /** The arguments of the call in question, as JSON text. */
  readonly arguments: string | null;
  /** The form of the answer that `respond` takes. */
  readonly answer: 'decision' | 'text' | 'json';
  /** When the backend stops waiting, as ISO 8601 writes times. */
  readonly expiresAt: string | null;
}

/** How far a tool call or an activity is. */
export type ActivityStatus =
  /** Under way. */
  | 'running'
  /** Waits for the person's answer to a question. */
  | 'waiting'
  /** Asked to stop, and not ended yet. */
  | 'stopping'
  /** Ended without an error. */
  | 'done'
  /** Ended with an error. */
  | 'failed'
  /** Ended, because the person denied it. */
  | 'denied'
  /** Stopped before it ended. */
  | 'cancelled'
  /** The turn ended before the result was known. */
  | 'interrupted';

/** A step of the agent in the turn that runs. */
export interface Activity {
  /** Which `stopTask` takes. */
  readonly activityId: string;
  /** `step`: a named step of the agent's plan. `note`: an activity of a kind that only the backend knows. */
  readonly kind: 'tool' | 'reasoning' | 'step' | 'note';
  /** The tool, the step, or the type of the note; null for reasoning. */
  readonly name: string | null;
  /** The activity that this one is a part of, such as a subagent. */
  readonly parentId: string | null;
  readonly status: ActivityStatus;
  /** In percent, if the backend says it. */
  readonly progress: number | null;
  /** Whether `stopTask` can stop it now. */
  readonly stoppable: boolean;
  /** Milliseconds since the Unix epoch; 0 if that is not known. */
  readonly startedAt: number;
  /** Milliseconds since the Unix epoch; null until it has ended. */
  readonly endedAt: number | null;
}

/** An agent that works for the agent in the turn that runs. */
export interface Subagent {
  /** Which `stopTask`, and `send` as its `target`, take. */
  readonly activityId: string;
  readonly name: string;
  /** What it is to do. */
  readonly task: string | null;
  /** The activity that this one is a part of, such as the call that started it. */
  readonly parentId: string | null;
  readonly status: ActivityStatus;
  /** In percent, if the backend says it. */
  readonly progress: number | null;
  /** Whether `stopTask` can stop it now. */
  readonly stoppable: boolean;
  /** Whether an interjection can be for it now. */
  readonly listens: boolean;
  /** Milliseconds since the Unix epoch; 0 if that is not known. */
  readonly startedAt: number;
  /** Milliseconds since the Unix epoch; null until it has ended. */
  readonly endedAt: number | null;
}

/** What the person said to the agent inside of the last turn. */
export interface Interjection {
  /** Which the methods for interjections take. */
  readonly messageId: string;
  readonly text: string;
  /** Who gets it: `root`, or the id of a subagent. */
  readonly target: string;
  readonly status: 'pending' | 'delivered' | 'undelivered';
  /** Whether `reviseInterjection` and `withdrawInterjection` can change it now. */
  readonly changeable: boolean;
  /** Whether `queueInterjection` can send it as a message of its own now. */
  readonly queueable: boolean;
}

/** A file in the draft. */
export interface DraftFile {
  /** Which `removeDraftFile` takes. */
  readonly fileId: string;
  /** Empty for a blob without a name. */
  readonly name: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
}

/** The files that a message waits for before it is sent, by their names. */
export interface AwaitedFiles {
  /** Those that are being read. */
  readonly reading: readonly string[];
  /** Those that cannot be read. The message waits for `sendWithoutFiles` or `keepEditing`. */
  readonly unreadable: readonly string[];
}

/** What the chat is doing: an immutable object. A new one is made when something in it changes. */
export interface ChatState {
  /** The thread that is shown. Empty while the element is loading. */
  readonly threadId: string;
  /** `waiting`: for the answer to a question. */
  readonly status: 'loading' | 'idle' | 'running' | 'waiting';
  /** The turn that runs or waits. */
  readonly turnId: string | null;
  /** The running card. `paused` and `resuming`: the queue waits for the person. */
  readonly card: 'hidden' | 'running' | 'cancelling' | 'paused' | 'resuming';
  /** Why the queue waits for the person. */
  readonly pausedBecause: 'cancelled' | 'failed' | 'interrupted' | 'waiting' | 'editing' | 'finished' | 'asked' | 'held' | null;
  /** The prompts that wait, in order. */
  readonly queue: readonly QueuedPrompt[];
  /** Whether the queue pauses when the running turn ends. */
  readonly pausesAfterTurn: boolean;
  /** The open questions. */
  readonly waitingFor: readonly Question[];
  /** The connection of the active run. `busy`: the backend runs something else for the thread. */
  readonly connection: 'none' | 'connecting' | 'open' | 'reconnecting' | 'busy' | 'offline';
  /** What each delivery would do to a message now. */
  readonly deliveries: Readonly<Record<'queue' | 'interject' | 'replace', DeliveryOutcome>>;
  /**
   * The steps of the turn that runs, waits or is being stopped, in the order in which they began: those
   * that are under way, and the latest 50 that have ended. Without arguments and results.
   */
  readonly activities: readonly Activity[];
  /** The subagents of that turn, in the same way. */
  readonly subagents: readonly Subagent[];
  /** What the person said inside of the last turn, also when it has ended. */
  readonly interjections: readonly Interjection[];
  /** The tools that are always allowed in the thread, by name. */
  readonly alwaysAllowed: readonly string[];
  /** The files in the composer. */
  readonly draftFiles: readonly DraftFile[];
  /** The files of the message that was submitted last and is not sent yet. */
  readonly awaitedFiles: AwaitedFiles;
}

/** Why a method failed. */
export type ErrorCode =
  /** The program, a part of it, or older messages could not be loaded. */
  | 'load-failed'
  /** Too late: the element was taken off the page, or another thread or language came on screen. */
  | 'disposed'
  /** An argument has a wrong type or value. */
  | 'invalid-argument'
  /** A file is not allowed, or could not be read. */
  | 'attachment-refused'
  /** No thread, message, prompt, interjection, question, task, file or tool has this id or name. */
  | 'not-found'
  /** There is nothing to stop. */
  | 'not-running'
  /** There is no paused queue. */
  | 'not-paused'
  /** The act does not apply in the current state. */
  | 'not-now';

/** The error with which a method fails. */
export declare class MidturnError extends Error {
  constructor(code: ErrorCode, message: string);
  /** Does not change between versions. The `message` is for developers, and may. */
  readonly code: ErrorCode;
}

/** The end of a turn. */
export interface TurnEnd {
  readonly turnId: string;
  readonly outcome: Outcome;
  /** Of a cancelled turn: what the backend has said. */
  readonly stop: Stop | null;
}

/** What the person thinks of an answer. */
export type Rating = 'good' | 'bad';

/** A thread of this browser. */
export interface ThreadEntry {
  readonly threadId: string;
  readonly title: string;
  /** Milliseconds since the Unix epoch. */
  readonly updatedAt: number;
  /**
   * `running`: a turn is at work. `waiting`: the agent has asked a question. `paused`: the queue waits
   * for the person. Of a thread that was not shown since the page was loaded: its state when a page last
   * had it open.
   */
  readonly state: 'idle' | 'running' | 'waiting' | 'paused';
}

/** A message as AG-UI writes it. */
export interface Message {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'tool' | 'reasoning';
  readonly content?: string | readonly unknown[];
  readonly toolCalls?: readonly {
    readonly id: string;
    readonly type: 'function';
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly toolCallId?: string;
  readonly error?: string;
}

/** A message that an empty thread offers as a button. */
export interface Starter {
  /** What the button says. */
  title: string;
  /** A line below that. */
  about?: string;
  /** The message that is sent. */
  text: string;
}

/** An entry that a page adds to the menu of the thread. */
export interface MenuItem {
  /** Told with `midturn-menu` when it is chosen. */
  id: string;
  /** What the entry says. */
  title: string;
  icon?: 'edit' | 'trash' | 'copy' | 'download' | 'link' | 'file' | 'settings';
}

/** A thread with a match in its messages. */
export interface FoundThread {
  readonly threadId: string;
  /** The message of the person that begins the last turn with a match. */
  readonly messageId: string;
  /** What stands before the match. Begins with "…" if the text does not begin there. */
  readonly before: string;
  /** What matches, as it is written. */
  readonly found: string;
  /** What stands behind the match. */
  readonly after: string;
}

/**
 * A tool of the page, which the agent is offered with every run. A call runs once, after the run that
 * made it has ended.
 */
export interface Tool<Arguments = any> {
  name: string;
  /** What it is good for, for the agent. */
  description?: string;
  /** The JSON Schema (draft 2020-12) of the arguments, which are checked before each call. */
  parameters?: object;
  /** Ask the person before each call. */
  confirm?: boolean;
  /**
   * In milliseconds. 0: no limit.
   * @default 60_000
   */
  timeout?: number;
  /**
   * Performs a call. A text is sent as it is, any other value as JSON, an exception as an error.
   * `signal` is aborted when the person stops the call or the turn, at the timeout, and when the
   * element is removed.
   */
  execute(
    given: Arguments,
    context: { signal: AbortSignal; threadId: string; runId: string; toolCallId: string },
  ): unknown;
}

/** What a renderer gives: a node, or a node with what is called when its value changes and when it ends. */
export type Drawn<Value> = Node | { node: Node; update?: (value: Value) => void; dispose?: () => void };

/** What every renderer may use. */
export interface DrawingContext {
  /** Make nodes with this document. */
  document: Document;
  /** The language of the page, as a tag. */
  locale: string;
  /**
   * Whether the chat is dark, each time that this is read. When it changes, `update` is called; without
   * `update` the drawing is made anew.
   */
  readonly dark: boolean;
  /** Aborted when the drawing ends, or is made anew. */
  signal: AbortSignal;
  /** The name of the tool, the type of the activity, or the language of the code. */
  name: string;
  threadId: string;
  turnId: string;
  /** The element's method. */
  send: MidturnChat['send'];
  /** The element's method. */
  respond: MidturnChat['respond'];
}

/** What the renderer of a tool call or an activity may use. */
export interface HostContext extends DrawingContext {
  /** How far the call or the activity is, each time that this is read. */
  readonly state: ActivityStatus;
  /** The open question about the call, for `respond`, each time that this is read; null if there is none. */
  readonly interruptId: string | null;
}

/** What the renderer of a code block or a formula may use. */
export interface CodeContext extends DrawingContext {
  kind: 'code' | 'math';
  /** In lower case; `math` for a formula. */
  language: string;
  /** False for a formula in a sentence. */
  display: boolean;
}

/** A tool call as it is now. */
export interface ToolCallValue<Input = any> {
  toolCallId: string;
  name: string;
  status: ActivityStatus;
  /** The open question about the call, for `respond`; null if there is none. */
  interruptId: string | null;
  /** The arguments so far, as the agent writes them. */
  arguments: string;
  /** The arguments, read; null until they are complete. */
  input: Input | null;
  /** The result as text; null before it is there. */
  result: string | null;
}

/** An activity of a kind that only the backend knows. */
export interface ActivityValue<Data = any> {
  activityId: string;
  type: string;
  status: ActivityStatus;
  /** Its content as text. */
  content: string;
  /** The content, read; null if it is no JSON. */
  data: Data | null;
}

/** Draws a value, now or later. Nothing (`null`) draws nothing. */
export type Renderer<Value, Context> = (
  value: Value,
  context: Context,
) => Drawn<Value> | null | undefined | Promise<Drawn<Value> | null | undefined>;

/** Draws a complete code block or a formula. Throws if it cannot: the source stays, with the message. */
export type CodeRenderer = Renderer<string, CodeContext>;

/** The renderers of a page. The page must keep the nodes safe: the values come from a model. */
export interface Renderers {
  /** Of tool calls, by the name of the tool. */
  tools?: Record<string, Renderer<ToolCallValue, HostContext>>;
  /**
   * Of activities of the backend's own, by their type. `null`: plans of this type are not drawn; for
   * `plan`, no plan is.
   */
  activities?: Record<string, Renderer<ActivityValue, HostContext> | null>;
  /** Of code blocks, by the language of the block; `math` for formulas. `null`: the source stays. */
  code?: Record<string, CodeRenderer | null>;
}

/** The headers of a request, by their names. */
export type Headers = Record<string, string>;

/**
 * What can be set. Texts, numbers and switches are attributes too, in kebab case. A property comes
 * before its attribute.
 */
export interface Options {
  /**
   * The directory with the program's files (`*.wasm` and `extras/` of the package), if they are not
   * beside the module. A relative URL is relative to the page. Another origin must allow this one
   * (CORS). The program is loaded once a page: the first element that loads it decides.
   */
  baseUrl?: string;
  /**
   * The agent's address.
   * @default '/agui'
   */
  agentUrl?: string;
  /** What the agent is called in the middle of a sentence: "What should the shop assistant work on?". */
  agentName?: string;
  /**
   * What the agent speaks. Default: AG-UI, unless the agent's first answer shows that it speaks another
   * one, which is then used from the next message on.
   */
  protocol?: Protocol;
  /**
   * What the protocol is configured with: an object, or JSON text. All fields are optional. `body` adds
   * fields to each run's request. Further, with `ai-sdk`: `resume`, `sendOnlyLast`, `messageField`,
   * `idField`, `sendTools`; with `openai-chat`: `model`, `instructions`, `tools`, `includeUsage`; with
   * `openai-responses`: `model`, `instructions`, `tools`, `background`, `store`, `stateless`; with
   * `langgraph`: `assistant`, `subgraphs`, `replace`, `onDisconnect`, `approve`, `deny`,
   * `config`, `context`; with `a2a`: `version`, `binding`, `blocking`, `agentCard`, `metadata`.
   */
  protocolOptions?: object | string;
  /**
   * Only with AG-UI: the URL below which the backend shows the messages of each thread. It is asked when a link or
   * `showMessage()` names a message that this browser does not have, when `loadOlder()` is called, and for each thread
   * whose messages came from there before. A relative URL is relative to the agent's. Default: the one that a backend
   * with the control extension announces.
   */
  messagesUrl?: string;
  /**
   * The name of the store in the browser that the threads are kept in, such as the id of the account. Elements with
   * another one do not see them. A change starts the chat again. Default: one store for the origin.
   */
  store?: string;
  /** The thread to show. Default, also for `null`: a new one. Runs of the threads shown before go on. */
  threadId?: string | null;
  /**
   * The thread of `threadId` has no messages yet. It is shown as empty at once, not as one that loads. Without
   * `threadId` this is known.
   */
  newThread?: boolean;
  /**
   * A language of the program, or one of `strings`. Default: the language of the page, else of the
   * browser.
   */
  locale?: 'en' | 'fr' | 'ar' | (string & {});
  /**
   * Texts of the interface, and further languages, by BCP 47 tag. A text has all the `{names}` of the
   * built-in one. A text with a number can be an object of plural forms, as `Intl.PluralRules` names
   * them; `other` is required. A missing text is that of the built-in language, else the English one.
   */
  strings?: Record<string, Texts>;
  /** Default: the system's. */
  theme?: 'light' | 'dark';
  /** @default 'comfortable' */
  density?: 'comfortable' | 'compact';
  /**
   * What Enter does while the agent works.
   * @default 'queue'
   */
  enter?: 'queue' | 'interject' | 'replace';
  /**
   * When an interjection is delivered while the agent writes: `boundary` ends the response there,
   * `after-response` waits for its end. A backend with the control extension reads `after-response` in
   * `forwardedProps.midturn.interject`. `boundary` is not sent: there the backend's own setting counts. With a
   * plain backend an `after-response` interjection becomes a turn of its own, ahead of the queue.
   * @default 'boundary'
   */
  interject?: 'boundary' | 'after-response';
  /**
   * Whether the shortcuts are on: single keys, and Escape pressed twice. The person can change it in the
   * list of keys, which `midturn-shortcuts` tells.
   * @default 'on'
   */
  shortcuts?: 'on' | 'off';
  /** Whether a running card shows its steps at once. */
  expandSteps?: boolean;
  /**
   * A URL that stops a run. It is called before the stream is closed. `{threadId}` and `{runId}` are
   * replaced. A relative URL is relative to the agent's. A change starts the chat again.
   */
  stopUrl?: string;
  /**
   * The body of that request; `{threadId}` and `{runId}` are replaced inside of JSON strings. Empty: no
   * body.
   * @default '{"runId": "{runId}"}'
   */
  stopBody?: string;
  /**
   * Whether images of an answer are fetched. `ask`: for each image, or once for an origin.
   * @default 'ask'
   */
  images?: 'ask' | 'never' | 'always';
  /**
   * `off`: no files can be attached.
   * @default 'on'
   */
  attachments?: 'on' | 'off';
  /** Which files can be attached, as in the `accept` of a file field: `image/*,.pdf`. Default: all. */
  attachmentTypes?: string;
  /**
   * The largest file in bytes. A message can have 10 files, and in total twice that size.
   * @default 10_000_000
   */
  attachmentMaxBytes?: number | string;
  /**
   * Fires `midturn-protocol-event` with every event of the agent's stream. Not needed if the listener
   * is added to the element itself.
   */
  protocolEvents?: boolean;
  /** Shows two buttons at each answer: "Good answer" and "Bad answer". A press fires `midturn-feedback`. */
  feedback?: boolean;
  /**
   * Shows the debug panel below the chat: requests, the agent's events, deviations from the protocol,
   * and inputs, as they come. Nothing is recorded without it.
   */
  debug?: boolean;
  /**
   * Headers of every request; a function is asked before each. If it fails or gives nothing within 30
   * seconds, nothing is sent, and the turn fails with "Try again".
   */
  headers?: Headers | globalThis.Headers | (() => Headers | globalThis.Headers | Promise<Headers | globalThis.Headers>);
  /** As in `fetch`. */
  credentials?: RequestCredentials;
  /** Messages that a thread without messages offers. At most four. */
  starters?: Starter[];
  /** The message that begins a tour, which an empty thread offers below the starters. */
  tour?: string;
  /** What is added to the menu of the thread, as a page can do more with it. See `midturn-menu`. */
  menu?: readonly MenuItem[];
  /**
   * Which links of an answer can be followed.
   * @default { schemes: ['http', 'https', 'mailto'], relative: false }
   */
  links?: { schemes?: string[]; relative?: boolean };
  /** Adds a button to each message that copies the URL. */
  messageLink?: (message: { threadId: string; messageId: string }) => string;
  /**
   * Draws tool calls, activities, code blocks and formulas. If a renderer throws, or has no node
   * after 10 seconds, `midturn-error` is fired, and the chat goes on without the drawing.
   */
  renderers?: Renderers;
  /**
   * Gives past messages, oldest first: without `before` when a thread opens, later with the id of the
   * oldest message, until `more` is false. `null` stops the calls. If it throws, or gives nothing
   * within 30 seconds, the chat offers to try again.
   */
  history?:
    | null
    | ((asked: { threadId: string; before?: string; limit: number }) => Promise<{ messages: Message[]; more?: boolean }>);
  /**
   * Tools of the page that the agent may call. A call runs once, after the run that made it has ended,
   * and its result begins the next run.
   */
  tools?: Tool[];
  /**
   * The state that the page shares with the agent (`state` of AG-UI): sent with the next run. The state
   * that the agent changes is stored with the thread. A value replaces that state when it is set and when
   * a thread is shown, unless it is equal to the last one that was set.
   */
  agentState?: unknown;
  /**
   * What a backend with the control extension would announce. Relative URLs are relative to the agent's. A change
   * starts the chat again; an equal object is no change.
   */
  control?: { url?: string; events?: string; threads?: string; cancel?: boolean; interject?: boolean };
}

/** The code of `midturn-error`. */
export type ErrorEventCode =
  /** The program, a part of it, one of its modules or a module of a tool could not be loaded. */
  | 'load-failed'
  /** A property or an attribute has a value that is not allowed: the default is used. Or a child has an unknown `slot`. */
  | 'invalid-property'
  /** The function for `headers` failed. */
  | 'headers-failed'
  /** The function for `history` failed. */
  | 'history-failed'
  /** The function for `messageLink` failed. */
  | 'message-link-failed'
  /** A renderer threw, or gave no node. */
  | 'renderer-failed'
  /** A renderer had no node after 10 seconds. */
  | 'renderer-timeout'
  /** The agent says that it failed. */
  | 'agent-failed'
  /** The backend answered with an error. */
  | 'refused'
  /** The backend could not be reached, or the page's own `connect-src` forbids it: the message says so. */
  | 'unreachable'
  /** The answer is no event stream. */
  | 'not-a-stream'
  /** Another origin gave no answer that the page may read: it is down, or it does not allow this page. */
  | 'cors';

/** The detail of each event. All events bubble and cross shadow roots. */
export interface EventDetails {
  /** The thread is loaded. What was called before is done next. */
  'midturn-ready': { readonly threadId: string };
  /** The state has changed. */
  'midturn-state': ChatState;
  /** A turn starts. `resumed`: it goes on after it had ended, as with the answer to a question. */
  'midturn-turn-start': { readonly threadId: string; readonly turnId: string; readonly resumed: boolean };
  /**
   * A turn has ended. A cancelled turn is told twice if the backend answers later: first with the stop
   * `requested`.
   */
  'midturn-turn-end': TurnEnd & {
    readonly threadId: string;
    /** Of a completed turn: what cut off its answer, by the backend's word. */
    readonly limit: 'length' | 'content-filter' | 'other' | null;
  };
  /** A message of the person, or a complete one of the agent. */
  'midturn-message': {
    readonly threadId: string;
    readonly turnId: string;
    readonly messageId: string;
    readonly role: 'user' | 'assistant';
    readonly text: string;
  };
  /** The queue has changed. */
  'midturn-queue': { readonly threadId: string; readonly queue: readonly QueuedPrompt[] };
  /** What became of an interjection. */
  'midturn-interjection': {
    readonly threadId: string;
    readonly turnId: string;
    readonly messageId: string;
    readonly text: string;
    readonly status: Interjection['status'];
  };
  /** The agent asks a question. */
  'midturn-approval': Question & { readonly threadId: string };
  /** The thread has a new title. One that only the backend has is called by its first words. */
  'midturn-thread': { readonly threadId: string; readonly title: string };
  /** The list of threads, or the state of one, has changed: see `threads`. */
  'midturn-threads': Record<string, never>;
  /** A turn ended or asked a question that nobody saw: in another thread, or while the page was hidden. */
  'midturn-unseen': {
    readonly threadId: string;
    readonly title: string;
    /** What happened, in the chat's language. */
    readonly text: string;
  };
  /** The person chose an entry of `menu`. */
  'midturn-menu': { readonly threadId: string; readonly id: string };
  /** The person turned the shortcuts on or off. */
  'midturn-shortcuts': { readonly on: boolean };
  /** The person has rated an answer, or taken the rating back. */
  'midturn-feedback': {
    readonly threadId: string;
    readonly turnId: string;
    /** The agent's last message in the turn; null if it has none. */
    readonly messageId: string | null;
    /** `null`: taken back. */
    readonly rating: Rating | null;
  };
  /** The state that page and agent share has changed, or a thread that has one is shown. */
  'midturn-agent-state': { readonly threadId: string; readonly state: unknown };
  /** Something failed. The `message` is for developers. */
  'midturn-error': {
    readonly code: ErrorEventCode;
    readonly message: string;
    readonly threadId?: string;
    readonly turnId?: string;
    /** Of `refused`: the HTTP status. */
    readonly status?: number;
    /** Of `invalid-property`: the property, or `slot`: a child's slot that does not exist. */
    readonly name?: keyof Options | 'slot';
    /** Of `invalid-property`: its value. */
    readonly value?: unknown;
  };
  /**
   * Every event of the agent's stream, unchanged: with AG-UI its events, including `CUSTOM`, `RAW` and
   * the usage in `RUN_FINISHED`; with another protocol what that protocol sends. An event of more than 10 MiB is
   * dropped and not told.
   */
  'midturn-protocol-event': { readonly threadId: string; readonly runId: string; readonly event: unknown };
}

/** The element's events, by their names. */
export type MidturnEvents = { [Name in keyof EventDetails]: CustomEvent<EventDetails[Name]> };

type Pascal<Text extends string> = Text extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${Pascal<Rest>}`
  : Capitalize<Text>;

type Kebab<Text extends string> = Text extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `-${Lowercase<Letter>}`}${Kebab<Rest>}`
  : Text;

/** The names of the options that are attributes too. */
export type TextOption =
  | 'baseUrl'
  | 'agentUrl'
  | 'agentName'
  | 'tour'
  | 'protocol'
  | 'protocolOptions'
  | 'messagesUrl'
  | 'store'
  | 'threadId'
  | 'newThread'
  | 'locale'
  | 'theme'
  | 'density'
  | 'enter'
  | 'interject'
  | 'shortcuts'
  | 'expandSteps'
  | 'stopUrl'
  | 'stopBody'
  | 'images'
  | 'attachments'
  | 'attachmentTypes'
  | 'attachmentMaxBytes'
  | 'protocolEvents'
  | 'feedback'
  | 'debug';

/** The attributes, in kebab case. One that is true or false counts even without a value. */
export type Attributes = {
  [Name in keyof Pick<Options, TextOption> as Kebab<Name>]?:
    | Extract<Options[Name], string | number | boolean>
    | (boolean extends Options[Name] ? '' : never);
};

/** A function for each event, as the React and the Vue component take them: `onTurnEnd`. */
export type Handlers = {
  [Name in keyof MidturnEvents as Name extends `midturn-${infer Event}` ? `on${Pascal<Event>}` : never]?: (
    event: MidturnEvents[Name],
  ) => void;
};

/** What JSX may give the tag: attributes, properties and functions for events. */
export type Given = Attributes & Omit<Options, keyof Attributes> & Listeners;

/** The slots: where children with this `slot` are shown. */
export type SlotName = 'header' | 'bar' | 'empty' | 'composer-start' | 'composer-end' | 'footer';

/** A function for each event, by the event's own name: `onmidturn-turn-end`. */
export type Listeners = {
  [Name in keyof MidturnEvents as `on${Name}`]?: (event: MidturnEvents[Name]) => void;
};

/** The options are the element's properties. */
export interface MidturnChat extends Options {}

/**
 * `<midturn-chat>`. Each method waits until the thread is loaded, and fails with a `MidturnError`. What
 * was set, called or listened to before then is kept, and done in order.
 */
export declare class MidturnChat extends HTMLElement {
  /** What the chat is doing now. */
  readonly state: ChatState;

  /**
   * Sends a message. Returns its id.
   * @param how `target`, of an interjection: `root`, `all`, a subagent's id, or a list of ids
   */
  send(
    message: string | { text?: string; attachments?: readonly Blob[] },
    how?: { delivery?: Delivery; target?: string | readonly string[] },
  ): Promise<string>;
  /** Stops the turn; a message takes its place. Returns how the turn ended, once that is certain. */
  stop(how?: { message?: string }): Promise<TurnEnd>;
  /** Ends a stop that waits for what is still running. */
  forceStop(): Promise<void>;
  /**
   * Stops one tool call or subagent.
   * @param how `force`: does not wait until it has stopped
   */
  stopTask(activityId: string, how?: { force?: boolean }): Promise<void>;
  /** Lets the paused queue go on, with this message first. Returns the id of the message that starts. */
  resume(message?: string): Promise<string>;
  /**
   * Answers a question with what its `answer` says: a decision, a text or a JSON value. `arguments` count only if
   * `approved` is true, and `reason` only if it is false.
   */
  respond(
    interruptId: string,
    answer: boolean | { approved: boolean; reason?: string; arguments?: object } | string | unknown,
  ): Promise<void>;
  /**
   * Approves the call that a question is about, and from now on every call of this tool in this thread without
   * asking. Only for a question whose `answer` is `decision` and which has a `toolName`.
   */
  alwaysAllow(interruptId: string): Promise<void>;
  /** Asks again before calls of a tool of `state.alwaysAllowed`. */
  askAgain(toolName: string): Promise<void>;
  /** Sends the message that waits for files which cannot be read, without those files. */
  sendWithoutFiles(): Promise<void>;
  /** Takes the message that waits for files which cannot be read back into the composer, without those files. */
  keepEditing(): Promise<void>;
  /** Replaces the text in the composer. */
  setDraft(text: string): Promise<void>;
  /** Adds files to the composer; none if one is not allowed. Returns their ids once they are read. Fails if one cannot be read: that one is left out. */
  addDraftFiles(files: Blob | readonly Blob[]): Promise<string[]>;
  /** Removes a file of `state.draftFiles`. */
  removeDraftFile(fileId: string): Promise<void>;
  /** Puts the file that was removed last back. */
  restoreDraftFile(): Promise<void>;
  /**
   * Sends the message of the last turn again, if that turn failed, was interrupted or cancelled, or ended without an
   * answer. That turn stays, and the agent gets it too. Returns the new id.
   */
  tryAgain(): Promise<string>;
  /**
   * Sends any message of the person again, with this text if one is given. What followed it is folded, and is no longer
   * sent to the agent. A running turn is stopped. Returns the new id.
   */
  sendAgain(messageId: string, text?: string): Promise<string>;
  /** Rates a turn that has ended; `null` takes the rating back. */
  rate(turnId: string, rating: Rating | null): Promise<void>;
  /** Shows a thread; without an id, a new one. Returns its id. */
  openThread(threadId?: string): Promise<string>;
  /** The threads of this browser. */
  threads(): Promise<ThreadEntry[]>;
  /** Gives a thread another title. */
  renameThread(threadId: string, title: string): Promise<void>;
  /** Deletes a thread, and stops its turn. What it holds is kept until `forgetThread` or the next visit. */
  deleteThread(threadId: string): Promise<void>;
  /** Undoes a deletion. */
  restoreThread(threadId: string): Promise<void>;
  /** Makes a deletion final, also at a backend that keeps threads. */
  forgetThread(threadId: string): Promise<void>;
  /** The messages of the thread that are loaded, in the form that `history` takes; files without bytes. */
  messages(): Promise<Message[]>;
  /** Loads older messages. Returns, once they are there, whether there are more. */
  loadOlder(): Promise<boolean>;
  /** A thread as the text of a file. Only what is loaded; another thread as this browser stores it. */
  exportThread(format: 'markdown' | 'json', threadId?: string): Promise<string>;
  /**
   * The threads of this browser in which a message and its answer have each of these words, in any order; each
   * with the last such turn, in no order.
   */
  searchThreads(text: string): Promise<FoundThread[]>;
  /** Replaces the text of a prompt; a blank one removes the prompt. An editor that the person has open keeps its text. */
  editPrompt(promptId: string, text: string): Promise<void>;
  /** Moves a prompt to a place in the queue, counted from 0. */
  movePrompt(promptId: string, to: number): Promise<void>;
  /** Holds a prompt back, or releases it. A held prompt keeps its place; those after it are sent without it. */
  holdPrompt(promptId: string, held: boolean): Promise<void>;
  /** Removes a prompt. */
  removePrompt(promptId: string): Promise<void>;
  /** Puts the prompt that was removed last back. */
  restorePrompt(): Promise<void>;
  /** Starts a prompt now. A running turn is stopped. */
  runPrompt(promptId: string): Promise<void>;
  /** Pauses the queue when the running turn ends, or no longer. */
  pauseAfterTurn(pauses: boolean): Promise<void>;
  /** Replaces the text of an interjection that the agent does not have yet. */
  reviseInterjection(messageId: string, text: string): Promise<void>;
  /** Takes an interjection back, into the composer. */
  withdrawInterjection(messageId: string): Promise<void>;
  /** Sends an interjection that was not delivered as a message of its own: a turn, or the last prompt of the queue. */
  queueInterjection(messageId: string): Promise<void>;
  /** Scrolls to the end. */
  scrollToLatest(): Promise<void>;
  /**
   * Leads to a message: loads older ones until it is there, scrolls to it and focuses it. Returns when it is in view.
   */
  showMessage(messageId: string): Promise<void>;
  /**
   * Opens the search with a text, and shows the first match from the place in view on; with the text that is
   * searched for already, the next match. `null` closes the search. Returns the number of matches in the loaded
   * messages; older ones are loaded while the search is open.
   * @param how `back`: shows the previous match
   */
  find(text: string | null, how?: { back?: boolean }): Promise<number>;
  /**
   * Moves the focus to the composer.
   * @param options `on: 'menu'`: to the button that opens the menu of the thread
   */
  focus(options?: FocusOptions & { on?: 'composer' | 'menu' }): Promise<void>;

  addEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (this: MidturnChat, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/**
 * Defines `<midturn-chat>`, unless it is defined already. Does nothing on a server.
 * @param how `baseUrl`: where the program's files are, if no element says it
 */
export declare function defineMidturnChat(how?: { baseUrl?: string }): void;

declare global {
  interface HTMLElementTagNameMap {
    'midturn-chat': MidturnChat;
  }
  // The events bubble: elements, documents and windows can listen to them.
  interface GlobalEventHandlersEventMap extends MidturnEvents {}
}
