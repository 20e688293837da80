/** Specification, section 9, and what keeps one question from costing too much. Characters, milliseconds, tokens. */
export const LIMITS = {
  message: 1_000,
  storedMessage: 10_000,
  /** Bytes of a request: a hundred stored messages of four bytes a character and room for JSON. */
  body: 4_500_000,
  /** Maximum of the conversation that the model receives. */
  history: 20,
  historyCharacters: 24_000,
  /** Rounds of tool calls and answers. */
  steps: 8,
  proposals: 10,
  outputTokens: 4_000,
  time: 60_000,
  /** Tries beside the first one, on 429, 5xx and a lost connection. */
  retries: 2,
  /** Of one ticket, so that a long thread leaves room for the answer. */
  description: 4_000,
  comments: 30,
  comment: 1_500,
  searchRows: 20,
} as const
