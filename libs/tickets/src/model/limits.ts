/** Subject of a ticket, in characters. */
export const SUBJECT_MAX = 255
/** Description of a ticket, in characters. */
export const DESCRIPTION_MIN = 10
export const DESCRIPTION_MAX = 2000
/** Rows per page of a ticket list. */
export const LIST_PAGE = 50
/** Most rows that the server returns per request. */
export const LIST_ROWS_MAX = 100
/** Between "Ticket Created Successfully" and the ticket's own page, in milliseconds. */
export const REDIRECT_AFTER_CREATE_MS = 1500
/** Shown until there is a first reply to average. */
export const AVERAGE_RESPONSE_PLACEHOLDER = '2h'
/** Minimum length of a subject for a search of similar tickets. */
export const SIMILAR_FROM_CHARACTERS = 8
/** A pause in typing, in milliseconds, before similar tickets are looked for. */
export const SIMILAR_PAUSE_MS = 400
/** Rows of the table on the agent's dashboard. */
export const DASHBOARD_TICKETS = 10

/** What the workspace accepts, named as in its table. */
export interface FileLimits {
  /** Files of one ticket, those of its comments included. */
  max_files: number
  /** Of one file. */
  max_file_bytes: number
}
/** Specification, section 9: the limits unless an admin has set lower ones. */
export const SPECIFIED_LIMITS: FileLimits = { max_files: 5, max_file_bytes: 5 * 1024 * 1024 }
