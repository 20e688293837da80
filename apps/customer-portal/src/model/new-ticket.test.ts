import {
  AppError,
  ForbiddenError,
  NetworkError,
  RateLimitedError,
  UnknownError,
  ValidationError,
} from '@helpdesk/supabase'
import { describe, expect, it } from 'vitest'
import { ticketFormDefaults } from '@helpdesk/tickets/model/forms'
import { hasTicketText, newTicketDraftText, parseNewTicketDraft } from './new-ticket-draft'
import { uploadFailureText } from '@helpdesk/tickets/model/upload-failure'
import { summarizeUploads } from './upload-summary'

const values = { subject: 'Printer', description: '', priority: 'high' } as const
const REQUEST = '33333333-3333-4333-8333-333333333333'

describe('new ticket draft', () => {
  it.each([
    [ticketFormDefaults, false],
    [{ ...ticketFormDefaults, priority: 'urgent' as const }, false],
    [{ ...ticketFormDefaults, subject: '  \n' }, false],
    [{ ...ticketFormDefaults, subject: 'a' }, true],
    [{ ...ticketFormDefaults, description: 'a' }, true],
  ])('with %j is stored: %s', (written, expected) => {
    expect(hasTicketText(written)).toBe(expected)
    expect(newTicketDraftText({ values: written, fileCount: 0 }) !== '').toBe(expected)
    expect(newTicketDraftText({ values: written, fileCount: 1 })).not.toBe('')
  })

  it('round-trips, including unfinished text and the request id', () => {
    const long = { ...values, description: 'x'.repeat(3000) }
    for (const draft of [
      { values: long, fileCount: 0, requestId: REQUEST },
      { values, fileCount: 5, requestId: undefined },
    ]) {
      expect(parseNewTicketDraft(newTicketDraftText(draft))).toEqual(draft)
    }
  })

  it.each([
    '',
    'null',
    '{',
    '"text"',
    '{"subject":7}',
    '{"subject":"a","description":"b","priority":"critical"}',
  ])('ignores invalid text: %j', (text) => expect(parseNewTicketDraft(text)).toBeNull())
})

describe('uploadFailureText', () => {
  const lost = new NetworkError('Failed to fetch', { code: 'network', status: 0 })
  const failed = (status: number, Kind: typeof AppError = UnknownError) => new Kind('raw text', { status })

  it.each([
    [lost, true, 'The connection was lost. Check it and retry.'],
    [lost, false, 'You are offline. Retry once you are connected again.'],
    [failed(401, ForbiddenError), true, 'Your session has ended. Sign in again, then retry.'],
    [failed(403, ForbiddenError), true, 'You are not allowed to add this file.'],
    [failed(413, ValidationError), true, 'The file is too large for the server.'],
    [
      failed(415, ValidationError),
      true,
      'The server does not accept this file: its content does not match its type.',
    ],
    [failed(429, RateLimitedError), true, 'Too many uploads at the moment. Wait a moment, then retry.'],
    [failed(500), true, 'The server could not store the file. Try again in a moment.'],
    [failed(503, NetworkError), true, 'The server could not store the file. Try again in a moment.'],
    [
      new ValidationError('Too many files', { code: 'attachment_limit', status: 400 }),
      true,
      'Too many files',
    ],
    [new ValidationError('File is too small: it is empty'), true, 'File is too small: it is empty'],
    [undefined, true, 'An unknown error occurred'],
  ])('explains %o (online: %s): %s', (error, online, text) =>
    expect(uploadFailureText(error, online)).toBe(text),
  )
})

it('summarizeUploads counts running, stored and missing files', () => {
  const all = ['waiting', 'uploading', 'uploading', 'done', 'failed', 'cancelled'] as const
  const uploads = all.map((status) => ({ status }))
  expect(summarizeUploads(uploads)).toEqual({ running: 3, done: 1, missing: 2 })
  expect(summarizeUploads([])).toEqual({ running: 0, done: 0, missing: 0 })
})
