// The error with which a method of the element fails.

/** An error with a stable `code`; the message is for developers. */
export class MidturnError extends Error {
  name = 'MidturnError';

  /**
   * @param {string} code one of the codes in `docs/element.md`
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
