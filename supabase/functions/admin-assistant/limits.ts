/** Limits of the specification (section 9) and of the cost of one question, in characters, milliseconds and tokens. */
export const LIMITS = {
  message: 1_000,
  storedMessage: 10_000,
  /** Bytes of a request: a hundred stored messages at four bytes per character, plus JSON. */
  body: 4_500_000,
  /** Turns of the conversation sent to the model. */
  history: 20,
  historyCharacters: 24_000,
  /** Rounds of tool calls and answers. */
  steps: 8,
  proposals: 10,
  outputTokens: 4_000,
  time: 60_000,
  /** Retries after 429, 5xx and a lost connection. */
  retries: 2,
  /** Per ticket, so that a long thread leaves room for the answer. */
  description: 4_000,
  comments: 30,
  comment: 1_500,
  searchRows: 20,
} as const
