import { describe, expect, it } from 'vitest'
import { problemsOf, type ServiceHealth } from './service-health'

const now = '2026-11-20T12:00:00Z'
const minutesAgo = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString()
const health = (changes: Partial<ServiceHealth['mail']> = {}, checks: ServiceHealth['checks'] = []) => ({
  now,
  checks,
  mail: {
    last_run_at: minutesAgo(0),
    last_sent_at: null,
    failing_since: null,
    last_error: null,
    queued: 0,
    oldest_due_at: null,
    failed: 0,
    unmatched: 0,
    ...changes,
  },
})
const titles = (value: ServiceHealth) => problemsOf(value).map(({ title }) => title)
const failed = (name: string) => ({ name, ok: false, reason: 'No.', since: minutesAgo(3) })

describe('the problems of a workspace', () => {
  it('are none while all works, and where no server reports', () => {
    expect(problemsOf(health())).toEqual([])
    expect(problemsOf(health({}, [{ name: 'storage', ok: true, reason: null, since: now }]))).toEqual([])
    expect(problemsOf(health({ last_run_at: null }))).toEqual([])
  })

  it('say what is wrong, since when, and what to do', () => {
    expect(problemsOf(health({}, [failed('storage')]))).toEqual([
      {
        id: 'storage',
        tone: 'error',
        title: 'Files cannot be stored',
        detail: 'No.',
        since: minutesAgo(3),
        advice: expect.stringContaining('Free space'),
      },
    ])
    expect(titles(health({}, [failed('new_part')]))).toEqual(['new_part does not work'])
  })

  it('name the mail server once, with its own words', () => {
    const found = problemsOf(
      health({ failing_since: minutesAgo(30), last_error: '535 no', queued: 2 }, [failed('mail_server')]),
    )
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ id: 'smtp', detail: '535 no', since: minutesAgo(30) })
  })

  it.each([
    [10, 0, []],
    [11, 0, ['Emails are sent too slowly']],
    [11, 11, ['Nothing sends the waiting emails']],
    [11, null, ['Nothing sends the waiting emails']],
  ])('with a mail due for %s minutes and a run %s minutes ago are %o', (due, run, expected) => {
    const last_run_at = run === null ? null : minutesAgo(run)
    expect(titles(health({ queued: 1, oldest_due_at: minutesAgo(due), last_run_at }))).toEqual(expected)
  })

  it('count mails that wait for the next hour', () => {
    expect(titles(health({ deferred: 1 }))).toEqual(['1 email waits for the next hour'])
    expect(titles(health({ deferred: 2 }))).toEqual(['2 emails wait for the next hour'])
    expect(titles(health({ deferred: 0 }))).toEqual([])
  })

  it('say that the disk is nearly full, what is refused and what to do', () =>
    expect(problemsOf(health({}, [failed('disk')]))).toMatchObject([
      {
        tone: 'error',
        title: expect.stringContaining('Emails and files are refused'),
        since: minutesAgo(3),
        advice: expect.stringContaining('Make room'),
      },
    ]))

  it('say whose large mails are put off', () => {
    expect(problemsOf(health({ full_budgets: ['stranger, unproven', 'new kind'] }))).toMatchObject([
      {
        tone: 'warning',
        title: 'Large emails are put off',
        detail: 'Too much came within an hour from strangers who were not verified; new kind.',
      },
    ])
    expect(titles(health({ full_budgets: [] }))).toEqual([])
  })

  it('count mails that failed', () =>
    expect(titles(health({ failed: 1 }))).toEqual(['1 email could not be sent in the last 7 days']))
})
