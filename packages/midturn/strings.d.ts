// The keys of `strings`, each with its English text. Written from the catalogue.

/** A text for each plural form of a number: by category, or by the number itself. */
export interface PluralForms {
  other: string;
  zero?: string;
  one?: string;
  two?: string;
  few?: string;
  many?: string;
  [exact: `=${number}`]: string;
}

/** The texts of a language. */
export interface Texts {
  /** The direction of writing. Default: that of the language's script. */
  dir?: 'ltr' | 'rtl';
  /** Steer */
  'speak.interject'?: string;
  /** Tells the agent now; the turn goes on */
  'speak.interjectTitle'?: string;
  /** Sent after your answer and {ahead} others */
  'speak.hintQueueWaiting'?: string | PluralForms;
  /** Read by {agent} after the running step */
  'speak.hintInterjectTools'?: string;
  /** Read by {agent} right away */
  'speak.hintInterjectNow'?: string;
  /** Read by {agent} when its answer is done */
  'speak.hintInterjectAfter'?: string;
  /** Sent when this answer is done, before the queue */
  'speak.hintNextTurn'?: string;
  /** Let the agent finish its answer before it reads my message */
  'speak.afterResponse'?: string;
  /** Denies, and tells the agent why */
  'speak.hintInterjectWaiting'?: string;
  /** The agent reads it after the running step */
  'speak.hintRestartTools'?: string;
  /** The agent reads it right away; what is written is kept */
  'speak.hintRestartNow'?: string;
  /** Stops the agent, then sends this */
  'speak.hintReplace'?: string;
  /** Denies, and starts over with this */
  'speak.hintReplaceWaiting'?: string;
  /** Queue a message for after your answer… */
  'speak.placeholderQueueWaiting'?: string;
  /** Steer {agent}… */
  'speak.placeholderInterject'?: string;
  /** Or say what to do instead… */
  'speak.placeholderInterjectWaiting'?: string;
  /** Stop the agent and send… */
  'speak.placeholderReplace'?: string;
  /** Start over with a message… */
  'speak.placeholderReplaceWaiting'?: string;
  /** the main agent */
  'speak.mainAgent'?: string;
  /** all agents */
  'speak.allAgents'?: string;
  /** Several agents… */
  'speak.severalAgents'?: string;
  /** Done */
  'speak.severalDone'?: string;
  /** ,  */
  'speak.comma'?: string;
  /** Read by {agents}: by each at its next step */
  'speak.hintInterjectSeveral'?: string;
  /** To: {agent} */
  'speak.targetChip'?: string;
  /** Who gets this message */
  'speak.targetTitle'?: string;
  /** The agent reads, after the results: */
  'speak.previewResults'?: string;
  /** The agent reads, as your next message: */
  'speak.previewMessage'?: string;
  /** Sending… */
  'speak.saidSending'?: string;
  /** Not read by {agent} yet */
  'speak.saidWaiting'?: string;
  /** Waits for the running tool */
  'speak.saidHeld'?: string;
  /** Taking it back… */
  'speak.saidGoingBack'?: string;
  /** Changing it… */
  'speak.saidChanging'?: string;
  /** Read by {agent} */
  'speak.saidDelivered'?: string;
  /** Read by {agent} at step {step} */
  'speak.saidDeliveredAt'?: string | PluralForms;
  /** The agent you meant had ended; it goes to {agent} */
  'speak.saidFellBack'?: string;
  /** Too late for this turn: it is in the queue */
  'speak.saidQueued'?: string;
  /** Not delivered: the turn was stopped */
  'speak.saidStopped'?: string;
  /** Not delivered: the agent could not be reached */
  'speak.saidUnreachable'?: string;
  /** Not delivered: its agent had ended, and another has the message */
  'speak.saidEnded'?: string;
  /** Edit message */
  'speak.saidEdit'?: string;
  /** Take back */
  'speak.saidTakeBack'?: string;
  /** Queue it instead */
  'speak.saidQueueInstead'?: string;
  /** Edit message */
  'speak.saidEditLabel'?: string;
  /** What you told the agent */
  'speak.saidList'?: string;
  /** Waiting for the agent to get it. */
  'speak.announceInterjected'?: string;
  /** The agent got your message. */
  'speak.announceDelivered'?: string;
  /** Too late for this turn: your message is next in the queue. */
  'speak.announceQueuedInstead'?: string;
  /** Your message was not delivered. */
  'speak.announceNotDelivered'?: string;
  /** What you were writing is in the message field. */
  'speak.announceEditorClosed'?: string;
  /** {name} has ended. */
  'speak.announceTargetEnded'?: string;
  /** The answer could not be sent. The question is still open. */
  'speak.announceAnswersNotSent'?: string;
  /** What should {name} work on? */
  'start.titleOf'?: string;
  /** Ideas to begin with */
  'start.offered'?: string;
  /** Download code */
  'content.codeDownload'?: string;
  /** Make it text */
  'content.makeText'?: string;
  /** A long text was pasted as a file. */
  'content.pastedAsFile'?: string;
  /** In an empty field: what you sent before, if nothing is queued */
  'content.shortcutRecall'?: string;
  /** Show the image large */
  'content.enlarge'?: string;
  /** What I changed */
  'history.title'?: string;
  /** Search what I changed */
  'history.search'?: string;
  /** You have changed nothing in this conversation yet. */
  'history.none'?: string;
  /** Nothing matches. */
  'history.noMatch'?: string;
  /** You told {agent}: “{words}” */
  'history.told'?: string;
  /** Open the list of what I changed */
  'history.shortcut'?: string;
  /** Plan */
  'plan.title'?: string;
  /** {done} of {of} done */
  'plan.progress'?: string | PluralForms;
  /** Not started */
  'plan.pending'?: string;
  /** In progress */
  'plan.running'?: string;
  /** Done */
  'plan.done'?: string;
  /** Failed */
  'plan.failed'?: string;
  /** Skipped */
  'plan.skipped'?: string;
  /** Not finished */
  'plan.unfinished'?: string;
  /** {count} earlier steps */
  'plan.earlier'?: string | PluralForms;
  /** {count} more steps */
  'plan.later'?: string | PluralForms;
  /** Current plan */
  'plan.pinned'?: string;
  /** Step {step} of {of} */
  'plan.stepOf'?: string | PluralForms;
  /** Show all {count} steps */
  'plan.showAll'?: string | PluralForms;
  /** Show more steps */
  'plan.showMore'?: string;
  /** Show fewer steps */
  'plan.showLess'?: string;
  /** Allow {tool}? */
  'questions.allowCall'?: string;
  /** Allow {tool} on {path}? */
  'questions.allowCallOn'?: string;
  /** Approve with changes */
  'questions.approveEdited'?: string;
  /** Always allow {tool} here */
  'questions.alwaysAllow'?: string;
  /** Allowed {tool}: always here */
  'questions.allowedAlways'?: string;
  /** Ask again about {tool} */
  'questions.askAgain'?: string;
  /** Always allowed in this conversation */
  'questions.alwaysTitle'?: string;
  /** Approve the open question (not while you write) */
  'questions.shortcutApprove'?: string;
  /** Deny the open question: opens the reason */
  'questions.shortcutDeny'?: string;
  /** Protocol */
  'backend.protocol'?: string;
  /** Automatic */
  'backend.protocolAuto'?: string;
  /** Protocol options */
  'backend.options'?: string;
  /** A JSON object, such as {"model": "…"}. Leave it empty for the defaults. */
  'backend.optionsHelp'?: string;
  /** This is not a JSON object. */
  'backend.optionsBad'?: string;
  /** The agent speaks another protocol */
  'backend.wrongProtocol'?: string;
  /** Look */
  'setup.look'?: string;
  /** Keys */
  'setup.keys'?: string;
  /** Agent */
  'setup.agent'?: string;
  /** Begin with https://, http:// or /. Until then, the earlier address is used. */
  'setup.agentUrlBad'?: string;
  /** This browser does not let the page show notifications. Allow them in the browser’s settings for this site. */
  'setup.notifyRefused'?: string;
  /** Finished */
  'ends.completed'?: string;
  /** Thought for {time} */
  'ends.thoughtFor'?: string;
  /** Cancelled */
  'ends.cancelled'?: string;
  /** Cancelled after {time} */
  'ends.cancelledIn'?: string;
  /** Failed */
  'ends.failed'?: string;
  /** Interrupted */
  'ends.interrupted'?: string;
  /** Needs your approval */
  'ends.needsApproval'?: string;
  /** Needs your answer */
  'ends.needsAnswer'?: string;
  /** The agent failed (HTTP {status}) */
  'ends.failedStatus'?: string;
  /** The agent could not be reached. If it is running: {agent} is another origin, and must allow this page ({page}) to use it (CORS). */
  'ends.failedForeign'?: string;
  /** The agent ended without an answer. */
  'ends.unanswered'?: string;
  /** The answer is cut off: the model reached its length limit. */
  'ends.limitedLength'?: string;
  /** A content filter cut the answer off. */
  'ends.limitedFilter'?: string;
  /** The answer is cut off. */
  'ends.limited'?: string;
  /** A step has no result. */
  'ends.noResult'?: string;
  /** Step without a name */
  'ends.nameless'?: string;
  /** No word from the agent for {time} */
  'ends.quiet'?: string;
  /** {count} agents */
  'ends.agents'?: string | PluralForms;
  /** Waiting for a connection… */
  'ends.activityOffline'?: string;
  /** Trying again in {time} */
  'ends.activityDue'?: string;
  /** Keyboard shortcuts */
  'keys.shortcuts'?: string;
  /** Single-key shortcuts (?, !, Esc Esc) */
  'keys.shortcutsOn'?: string;
  /** Send (queues while the agent works, unless set otherwise) */
  'keys.shortcutEnter'?: string;
  /** New line */
  'keys.shortcutNewline'?: string;
  /** While the agent works: steer, or queue where Enter steers */
  'keys.shortcutSecond'?: string;
  /** Stop and send */
  'keys.shortcutReplace'?: string;
  /** In an empty field: edit the last queued message */
  'keys.shortcutEditLast'?: string;
  /** In the queue: go from message to message */
  'keys.shortcutQueue'?: string;
  /** Undo what was just removed or discarded (outside of a field) */
  'keys.shortcutUndo'?: string;
  /** Close what is open (a menu, a dialog, an edit) */
  'keys.shortcutEscape'?: string;
  /** In “Stop and send…”: stop the agent */
  'keys.shortcutEscapeEditor'?: string;
  /** Stop the agent */
  'keys.shortcutEscapeTwice'?: string;
  /** This list */
  'keys.shortcutHelp'?: string;
  /** Press Escape again to stop the agent */
  'keys.escapeHint'?: string;
  /** Density */
  'answer.density'?: string;
  /** Comfortable */
  'answer.densityComfortable'?: string;
  /** Compact */
  'answer.densityCompact'?: string;
  /** You are offline. What you send is tried again when the connection is back. */
  'answer.offline'?: string;
  /** This chat runs in another tab that does not answer. What you send is kept. If you take over, what that tab has not saved may be missing. */
  'answer.elsewhereSilent'?: string;
  /** Take over here */
  'answer.takeOver'?: string;
  /** This chat is open in another tab, and this browser cannot share it between tabs. To write here, close the other tab and reload. */
  'answer.elsewhereReader'?: string;
  /** Image */
  'answer.image'?: string;
  /** Show image */
  'answer.imageShow'?: string;
  /** Not shown: this is no web address of an image */
  'answer.imageRefused'?: string;
  /** Not shown: this image cannot be read */
  'answer.imageBroken'?: string;
  /** Not shown: images are not fetched here */
  'answer.imageNever'?: string;
  /** Code */
  'answer.code'?: string;
  /** Copy */
  'answer.codeCopy'?: string;
  /** Copied */
  'answer.codeCopied'?: string;
  /** Could not be copied */
  'answer.codeNotCopied'?: string;
  /** Wrap lines */
  'answer.codeWrap'?: string;
  /** Show whole code */
  'answer.codeFold'?: string;
  /** Show source */
  'answer.showSource'?: string;
  /** Could not be drawn; this is its source. */
  'answer.notDrawn'?: string;
  /** Flowchart */
  'answer.diagramFlowchart'?: string;
  /** State diagram */
  'answer.diagramState'?: string;
  /** Sequence diagram */
  'answer.diagramSequence'?: string;
  /** Class diagram */
  'answer.diagramClass'?: string;
  /** Entity-relationship diagram */
  'answer.diagramEr'?: string;
  /** Pie chart */
  'answer.diagramPie'?: string;
  /** Table */
  'answer.table'?: string;
  /** Open task */
  'answer.taskOpen'?: string;
  /** Done task */
  'answer.taskDone'?: string;
  /** Feedback */
  'answer.feedback'?: string;
  /** Good answer */
  'answer.good'?: string;
  /** Bad answer */
  'answer.bad'?: string;
  /** Note */
  'answer.alertNote'?: string;
  /** Tip */
  'answer.alertTip'?: string;
  /** Important */
  'answer.alertImportant'?: string;
  /** Warning */
  'answer.alertWarning'?: string;
  /** Caution */
  'answer.alertCaution'?: string;
  /** {count} more lines */
  'answer.outputMore'?: string | PluralForms;
  /** Show all */
  'answer.outputAll'?: string;
  /** Download */
  'answer.outputDownload'?: string;
  /** Always from {host} */
  'answer.imageAlways'?: string;
  /** Footnote {label} */
  'answer.footnote'?: string;
  /** Back to reference {label} */
  'answer.footnoteBack'?: string;
  /** Copy */
  'acts.copy'?: string;
  /** Copied */
  'acts.copied'?: string;
  /** Could not be copied */
  'acts.notCopied'?: string;
  /** More */
  'acts.more'?: string;
  /** Copy link */
  'acts.link'?: string;
  /** Show source */
  'acts.source'?: string;
  /** Source of the answer */
  'acts.sourceTitle'?: string;
  /** Try again */
  'acts.retry'?: string;
  /** Stop and try again */
  'acts.stopAndRetry'?: string;
  /** Edit message */
  'acts.edit'?: string;
  /** Edit message */
  'acts.editLabel'?: string;
  /** Send again from here */
  'acts.sendAgain'?: string;
  /** Stop and send again from here */
  'acts.stopAndSendAgain'?: string;
  /** {count} earlier messages, no longer part of the conversation */
  'acts.leftOut'?: string | PluralForms;
  /** {count} earlier messages, sent again below; the agent still knows them */
  'acts.leftOutKept'?: string | PluralForms;
  /** Show */
  'acts.leftOutShow'?: string;
  /** Hide */
  'acts.leftOutHide'?: string;
  /** Hold */
  'acts.hold'?: string;
  /** Release */
  'acts.release'?: string;
  /** Hold back: the messages after it are sent without it */
  'acts.holdTitle'?: string;
  /** Held */
  'acts.held'?: string;
  /** Released */
  'acts.released'?: string;
  /** {count} held */
  'acts.heldTitle'?: string | PluralForms;
  /** Every message that is left is held back. */
  'acts.reasonHeld'?: string;
  /** More about this conversation */
  'conversations.menu'?: string;
  /** Fold the list of conversations */
  'conversations.fold'?: string;
  /** Search conversations */
  'conversations.search'?: string;
  /** No conversation matches. */
  'conversations.none'?: string;
  /** Today */
  'conversations.today'?: string;
  /** Yesterday */
  'conversations.yesterday'?: string;
  /** Previous 7 days */
  'conversations.week'?: string;
  /** Older */
  'conversations.older'?: string;
  /** Export as Markdown */
  'conversations.exportMarkdown'?: string;
  /** Export as JSON */
  'conversations.exportJson'?: string;
  /** File: */
  'conversations.file'?: string;
  /** The agent has not got this message. */
  'conversations.notDelivered'?: string;
  /** Attach files */
  attachFiles?: string;
  /** Attached files */
  'attach.files'?: string;
  /** Drop files to attach them */
  'attach.dropHere'?: string;
  /** Remove {name} */
  'attach.remove'?: string;
  /** Download {name} */
  'attach.download'?: string;
  /** Not available any more */
  'attach.missing'?: string;
  /** A file of this conversation could not be read. The agent was told that it is missing. */
  'attach.noticeMissing'?: string;
  /** Audio */
  'attach.audio'?: string;
  /** Video */
  'attach.video'?: string;
  /** Document */
  'attach.document'?: string;
  /** Kept by the agent */
  'attach.held'?: string;
  /** Kept by {by} */
  'attach.heldBy'?: string;
  /** File removed */
  'attach.removed'?: string;
  /** {count} files attached */
  'attach.attached'?: string | PluralForms;
  /** Files cannot be given in the middle of a turn: queue the message, or replace the turn. */
  'attach.noInterject'?: string;
  /** “{name}” was not attached: it is larger than {limit}. */
  'attach.tooLarge'?: string;
  /** “{name}” was not attached: the files of a message can have {limit} together. */
  'attach.tooLargeTogether'?: string;
  /** “{name}” was not attached: a message can have {limit} files. */
  'attach.tooMany'?: string | PluralForms;
  /** “{name}” was not attached: files of this type are not accepted. */
  'attach.notAccepted'?: string;
  /** “{name}” was not attached: it could not be read. */
  'attach.unreadable'?: string;
  /** {count} more files were not attached. */
  'attach.moreRefused'?: string | PluralForms;
  /** Reading {names}: nothing is sent yet */
  'attach.reading'?: string;
  /** Not sent yet */
  'attach.heldBack'?: string;
  /** “{name}” could not be read. Nothing has been sent. */
  'attach.lost'?: string;
  /** Send anyway */
  'attach.sendWithout'?: string;
  /** Keep editing */
  'attach.keepEditing'?: string;
  /** Nothing was sent. */
  'attach.notSent'?: string;
  /** Debug */
  'debug.title'?: string;
  /** Show */
  'debug.show'?: string;
  /** Wire */
  'debug.wire'?: string;
  /** Core */
  'debug.core'?: string;
  /** Diagnostics only */
  'debug.diagnostics'?: string;
  /** Filter by text */
  'debug.search'?: string;
  /** Save report */
  'debug.save'?: string;
  /** A report contains everything said in this conversation, but no headers and none of your files. */
  'debug.saveHint'?: string;
  /** Start over */
  'debug.clear'?: string;
  /** Close the debug panel */
  'debug.close'?: string;
  /** Nothing has happened since the recording began. */
  'debug.empty'?: string;
  /** No recorded row matches. */
  'debug.nothingFound'?: string;
  /** The recording became too large and started over. */
  'debug.again'?: string;
  /** Show earlier */
  'debug.earlier'?: string;
  /** {count} newer */
  'debug.newer'?: string | PluralForms;
  /** {count} of {of} */
  'debug.shown'?: string | PluralForms;
  /** request */
  'debug.request'?: string;
  /** event */
  'debug.event'?: string;
  /** diagnostic */
  'debug.diagnostic'?: string;
  /** input */
  'debug.input'?: string;
  /** Changes */
  'debug.changes'?: string;
  /** Effects */
  'debug.effects'?: string;
  /** {count} effects */
  'debug.effectCount'?: string | PluralForms;
  /** Loading earlier messages… */
  'reading.pastLoading'?: string;
  /** Earlier messages could not be loaded. */
  'reading.pastFailed'?: string;
  /** Load again */
  'reading.pastAgain'?: string;
  /** Find in conversation */
  'reading.find'?: string;
  /** Find in this conversation */
  'reading.findLabel'?: string;
  /** Previous match */
  'reading.findPrevious'?: string;
  /** Next match */
  'reading.findNext'?: string;
  /** {place} of {of} */
  'reading.findPlace'?: string | PluralForms;
  /** No matches */
  'reading.findNone'?: string;
  /** Show all ({count} lines) */
  'reading.foldLines'?: string | PluralForms;
  /** Show all ({count} characters) */
  'reading.foldCharacters'?: string | PluralForms;
  /** Show less */
  'reading.foldLess'?: string;
  /** Copy link to this message */
  'reading.linkCopy'?: string;
  /** Link copied */
  'reading.linkCopied'?: string;
  /** This message is not in this browser. It may be in the one where the conversation was begun. */
  'reading.linkMissing'?: string;
  /** In the conversation: the message before, the next one */
  'reading.shortcutTurns'?: string;
  /** Actions */
  'reading.toolbar'?: string;
  /** , of {agent} */
  'reading.ofAgent'?: string;
  /** In a row of buttons: to the next one */
  'reading.shortcutButtons'?: string;
  /** In the list of conversations: to the next one, to its menu */
  'reading.shortcutThreads'?: string;
  /** Find in this conversation; again: the browser’s own search */
  'reading.shortcutFind'?: string;
  /** Approval: {tool} */
  'control.approvalLabel'?: string;
  /** The agent asks */
  'control.questionLabel'?: string;
  /** Approve */
  'control.approve'?: string;
  /** Deny */
  'control.deny'?: string;
  /** Reason (the agent reads it) */
  'control.denyReason'?: string;
  /** Edit first… */
  'control.editArguments'?: string;
  /** Arguments, as a JSON object */
  'control.argumentsJson'?: string;
  /** This is not a JSON object, so it cannot be approved. */
  'control.argumentsBad'?: string;
  /** {argument}: this is not a number. */
  'control.argumentNoNumber'?: string;
  /** {argument}: this is not JSON. */
  'control.argumentNoJson'?: string;
  /** Edit as JSON */
  'control.editAsJson'?: string;
  /** Edit as fields */
  'control.editAsFields'?: string;
  /** Your answer */
  'control.replyLabel'?: string;
  /** Expires in {time} */
  'control.expiresIn'?: string;
  /** Expired: it can no longer be answered. */
  'control.expired'?: string;
  /** Approved */
  'control.answeredApproved'?: string;
  /** Approved with other arguments */
  'control.answeredEdited'?: string;
  /** Denied */
  'control.answeredDenied'?: string;
  /** Answered */
  'control.answeredReply'?: string;
  /** Not answered */
  'control.answeredAbandoned'?: string;
  /** Denied {tool} */
  'control.decidedDenied'?: string;
  /** Approved {tool} with changes */
  'control.decidedEdited'?: string;
  /** What it said */
  'control.activitySaid'?: string;
  /** Closed: a message was sent in its place */
  'control.closedReplaced'?: string;
  /** Closed: the turn was stopped */
  'control.closedStopped'?: string;
  /** Closed: the next message went first */
  'control.closedOvertaken'?: string;
  /** Closed: it was answered elsewhere */
  'control.closedElsewhere'?: string;
  /** The agent did not take the answer */
  'control.answerRefused'?: string;
  /** It is not known whether the agent got the answer. Answer again, or send a message. */
  'control.answerUnknown'?: string;
  /** The arguments cannot be changed. */
  'control.editsForbidden'?: string;
  /** Sent as a message after the answer: the agent takes no reason with it. */
  'control.reasonFollows'?: string;
  /** Your answer, as JSON */
  'control.replyJson'?: string;
  /** Closes the open question: your message goes in its place. */
  'control.resumeReplaces'?: string;
  /** Closes the open question: the next message goes first. */
  'control.resumeOvertakes'?: string;
  /** Closes the open question without an answer, and starts this one */
  'control.runNowOvertakes'?: string;
  /** Goes to the agent after the answer */
  'control.saidAfterAnswer'?: string;
  /** Answer */
  'control.activityAnswer'?: string;
  /** Waits for the other answers */
  'control.answerWaits'?: string;
  /** Change */
  'control.answerChange'?: string;
  /** : {details} */
  'control.details'?: string;
  /**  “{object}” */
  'control.object'?: string;
  /** Stop {task} */
  'control.stopTask'?: string;
  /** Force */
  'control.force'?: string;
  /** Stops at once, without waiting for what is still at work */
  'control.forceTitle'?: string;
  /** Asked to stop at once. */
  'control.forceAsked'?: string;
  /** Stopping… {time} */
  'control.stoppingFor'?: string;
  /** stopping */
  'control.statusStopping'?: string;
  /**  still running, {time} */
  'control.stillRunning'?: string;
  /** Stopped */
  'control.taskStopped'?: string;
  /** Stopped by you */
  'control.taskStoppedByYou'?: string;
  /** Stopped with {task} */
  'control.taskStoppedWith'?: string;
  /** Stopped with the turn */
  'control.taskStoppedTurn'?: string;
  /** Not stopped */
  'control.taskRefused'?: string;
  /** Done before it stopped */
  'control.taskPartial'?: string;
  /** Progress */
  'control.taskProgress'?: string;
  /** Stopped here */
  'control.partialMark'?: string;
  /** Continue */
  'control.continueHere'?: string;
  /** Continue from where you stopped. */
  'control.continueMessage'?: string;
  /** Edit message */
  'control.editResend'?: string;
  /** Stops: main agent. */
  'control.stopScopeMain'?: string;
  /** Stops: main agent, {count} subagents. */
  'control.stopScopeAgents'?: string | PluralForms;
  /** {count} queued messages wait. */
  'control.stopScopePrompts'?: string | PluralForms;
  /** What I changed ({count}) */
  'control.ledger'?: string | PluralForms;
  /** What happened */
  'control.ledgerAlone'?: string;
  /** You stopped it */
  'control.ledgerStopAsked'?: string;
  /** You asked to stop at once */
  'control.ledgerStopForced'?: string;
  /** Confirmed */
  'control.ledgerStopConfirmed'?: string;
  /** Nobody said whether the agent stopped */
  'control.ledgerStopUnknown'?: string;
  /** The turn had ended before the stop */
  'control.ledgerStopLate'?: string;
  /** The agent stopped by itself */
  'control.ledgerStoppedItself'?: string;
  /** You stopped {task} */
  'control.ledgerTaskAsked'?: string;
  /** {task} has stopped */
  'control.ledgerTaskStopped'?: string;
  /** {task} did not stop */
  'control.ledgerTaskRefused'?: string;
  /** You said “{words}” */
  'control.ledgerInterjected'?: string;
  /** “{words}” goes to the agent above: the one it was meant for has ended */
  'control.ledgerFellBack'?: string;
  /** The agent got “{words}” */
  'control.ledgerDelivered'?: string;
  /** Too late for this turn, now in the queue: “{words}” */
  'control.ledgerQueued'?: string;
  /** Not delivered, the turn was stopped first: “{words}” */
  'control.ledgerUndelivered'?: string;
  /** Not delivered, the agent could not be reached: “{words}” */
  'control.ledgerUnreachable'?: string;
  /** Not delivered, its agent had ended: “{words}” */
  'control.ledgerEnded'?: string;
  /** The agent asked about {subject} */
  'control.ledgerAsked'?: string;
  /** You answered about {subject} */
  'control.ledgerAnswered'?: string;
  /** The connection was lost */
  'control.ledgerLost'?: string;
  /** Connected again */
  'control.ledgerRejoined'?: string;
  /** Midturn */
  appName?: string;
  /** Skip to message field */
  skipToComposer?: string;
  /** Conversations */
  threads?: string;
  /** New conversation */
  newThread?: string;
  /** New conversation */
  untitled?: string;
  /** Rename */
  rename?: string;
  /** Conversation title */
  renameTitle?: string;
  /** Delete */
  delete?: string;
  /** Conversation deleted */
  deletedThread?: string;
  /** Message removed */
  deletedPrompt?: string;
  /** Changes discarded */
  discardedEdit?: string;
  /** Undo */
  undo?: string;
  /** Close */
  close?: string;
  /** Show conversations */
  openThreads?: string;
  /** Hide conversations */
  closeThreads?: string;
  /** Agent is working */
  threadRunning?: string;
  /** Queue paused */
  threadPaused?: string;
  /** Waits for your answer */
  threadWaiting?: string;
  /** Save */
  save?: string;
  /** Cancel */
  cancelEdit?: string;
  /** Settings */
  settings?: string;
  /** Theme */
  theme?: string;
  /** Same as the system */
  themeAuto?: string;
  /** Light */
  themeLight?: string;
  /** Dark */
  themeDark?: string;
  /** Language */
  language?: string;
  /** Same as the browser */
  languageAuto?: string;
  /** Agent URL */
  agentUrl?: string;
  /** The address that messages are sent to. Leave it empty for the agent that comes with this page. */
  agentUrlHelp?: string;
  /** Show steps while the agent works */
  expandSteps?: string;
  /** Enter while the agent works */
  onEnter?: string;
  /** Queue */
  onEnterQueue?: string;
  /** Steer */
  onEnterInterject?: string;
  /** Stop and send */
  onEnterReplace?: string;
  /** Notify me when a turn ends in the background */
  notify?: string;
  /** Conversation */
  transcriptLabel?: string;
  /** You said */
  messageYou?: string;
  /** Agent */
  messageAgent?: string;
  /** What should the agent work on? */
  emptyTitle?: string;
  /** Stop it, steer it, or queue the next thing while it works. */
  emptyBody?: string;
  /** Take the tour */
  emptyTour?: string;
  /** Jump to latest */
  jumpLatest?: string;
  /** {count} new messages */
  jumpNew?: string | PluralForms;
  /** Message */
  composerLabel?: string;
  /** Message the agent… */
  composerPlaceholder?: string;
  /** Queue a message… */
  composerPlaceholderQueue?: string;
  /** Add to the queue… */
  composerPlaceholderPaused?: string;
  /** Send */
  send?: string;
  /** Queue */
  queueButton?: string;
  /** Stop and send */
  replace?: string;
  /** Stops the agent, then sends this */
  replaceTitle?: string;
  /** More ways to send */
  moreWays?: string;
  /** Stop */
  stop?: string;
  /** Sent after {ahead} others */
  hintQueue?: string | PluralForms;
  /** The queue is paused */
  hintQueuePaused?: string;
  /** Stop and send… */
  cancel?: string;
  /** Opens a field for the message. The agent keeps running until you send it. */
  cancelTitle?: string;
  /** Resume */
  resume?: string;
  /** Keep running */
  keepRunning?: string;
  /** Stop */
  dismissCancel?: string;
  /** Stops the agent now. What you wrote moves to the message field. */
  dismissCancelTitle?: string;
  /** Close */
  dismissOver?: string;
  /** Not now */
  dismissResume?: string;
  /** What should the agent do instead? */
  editorLabelCancel?: string;
  /** The turn finished. Anything to add? */
  editorLabelOver?: string;
  /** Say something first (optional) */
  editorLabelResume?: string;
  /** A new instruction… */
  editorPlaceholderCancel?: string;
  /** Leave empty to send the next message… */
  editorPlaceholderResume?: string;
  /** Stop and send */
  submitCancel?: string;
  /** Send */
  submitOver?: string;
  /** Send and resume */
  submitResume?: string;
  /** Send next */
  submitResumeBlank?: string;
  /** Still running. Esc stops it. */
  cancelHint?: string;
  /** Still running. */
  cancelHintTouch?: string;
  /** You are editing the next message. */
  reasonEditing?: string;
  /** The last turn finished while you were writing. */
  reasonFinished?: string;
  /** The queue paused, as you asked. */
  reasonAsked?: string;
  /** Elapsed time: {time} */
  timerLabel?: string;
  /** {count} h */
  hours?: string | PluralForms;
  /** {count} min */
  minutes?: string | PluralForms;
  /** {count} s */
  seconds?: string | PluralForms;
  /** Paused: {count} messages wait */
  pausedTitle?: string | PluralForms;
  /** {count} queued */
  queueTitle?: string | PluralForms;
  /** Queued messages */
  queueLabel?: string;
  /** Pause after this turn */
  queuePause?: string;
  /** Add a message first… */
  queueAddFirst?: string;
  /** Edit */
  promptEdit?: string;
  /** Remove */
  promptDelete?: string;
  /** Move up */
  promptUp?: string;
  /** Move down */
  promptDown?: string;
  /** Drag to reorder */
  promptDrag?: string;
  /** Run now */
  promptRunNow?: string;
  /** Stops the current turn and starts this one */
  promptRunNowTitle?: string;
  /** Edit message */
  promptEditLabel?: string;
  /** Waits until you save */
  promptHeld?: string;
  /** {count} steps */
  steps?: string | PluralForms;
  /** Cancelled after {count} steps */
  cancelledAfter?: string | PluralForms;
  /** Failed after {count} steps */
  failedAfter?: string | PluralForms;
  /** Interrupted after {count} steps */
  interruptedAfter?: string | PluralForms;
  /** Show steps */
  showSteps?: string;
  /** Steps:  */
  stepsOf?: string;
  /** Hide steps */
  hideSteps?: string;
  /** Waiting for the agent */
  activityWaiting?: string;
  /** Trying again… */
  activityRetrying?: string;
  /** The agent is still busy. Trying again… */
  activityBusy?: string;
  /** Reconnecting… */
  activityRejoining?: string;
  /** Waiting for the last turn to stop… */
  activityBlocked?: string;
  /** Writing… */
  activityWriting?: string;
  /** Thinking */
  activityThinking?: string;
  /** Thought */
  activityThought?: string;
  /** Arguments */
  activityArguments?: string;
  /** Result */
  activityResult?: string;
  /** Waits for approval */
  activityApproval?: string;
  /** Error */
  activityError?: string;
  /** running */
  statusRunning?: string;
  /** done */
  statusDone?: string;
  /** failed */
  statusFailed?: string;
  /** cancelled */
  statusCancelled?: string;
  /** interrupted */
  statusInterrupted?: string;
  /** waiting */
  statusWaiting?: string;
  /** Stopped here; the agent may still be working. */
  stopUnknown?: string;
  /** The agent reported an error */
  failedAgent?: string;
  /** The agent refused the request (HTTP {status}) */
  failedRefused?: string;
  /** The agent could not be reached */
  failedUnreachable?: string;
  /** The answer was not an event stream */
  failedNotStream?: string;
  /** The connection ended before the turn did. What happened after that is unknown. */
  interruptedTruncated?: string;
  /** The connection was lost. What happened after that is unknown. */
  interruptedNetwork?: string;
  /** The agent sent something that could not be read. What happened after that is unknown. */
  interruptedMalformed?: string;
  /** The chat was closed while the agent was working. */
  interruptedReload?: string;
  /** Try again */
  tryAgain?: string;
  /** This part of the page could not be loaded. */
  partFailed?: string;
  /** The agent started working. */
  announceStarted?: string;
  /** The agent finished. */
  announceFinished?: string;
  /** The turn finished. */
  announceFinishedEditing?: string;
  /** Cancelled after {count} steps. */
  announceCancelled?: string | PluralForms;
  /** The turn failed. */
  announceFailed?: string;
  /** The connection was lost. */
  announceInterrupted?: string;
  /** The agent has gone quiet. */
  announceQuiet?: string;
  /** The agent waits for an approval. */
  announceWaiting?: string;
  /** Queued, {ahead} ahead of it. */
  announceQueued?: string | PluralForms;
  /** Queue paused, {count} messages waiting. */
  announcePaused?: string | PluralForms;
  /** Moved to place {place} of {of}. */
  announceMoved?: string | PluralForms;
  /** Message removed. */
  announceRemoved?: string;
  /** Restored. */
  announceRestored?: string;
  /** Conversations cannot be saved in this browser; they will be gone after a reload. */
  noticeStorage?: string;
  /** Some saved conversations could not be read and are not shown. */
  noticeCorrupt?: string;
  /** A conversation that you deleted may still be kept by the agent: it could not be deleted there. */
  noticeNotDeleted?: string;
  /** Something went wrong. Your messages are saved; reload to go on. */
  noticeCrash?: string;
  /** Reload */
  reload?: string;
  /** The chat could not be loaded. */
  loadFailed?: string;
}
