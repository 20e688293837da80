import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { codesInAnswers, codesOf, codesOfAnswers, raisesIn, readFiles } from './error-codes'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const sql = readFiles('supabase/schemas', '.sql')
const raises = raisesIn(sql)

/** Packages whose model/ has words by code. */
const packages = ['libs', 'apps'].flatMap((folder) =>
  readdirSync(`${root}/${folder}`).map((name) => `${folder}/${name}/src/model`),
)
/** Pages that choose their words by code themselves. */
const PAGES = [
  'libs/auth/src/model/error-texts.ts',
  'libs/auth/src/model/session-loss.ts',
  'apps/shell/src/auth/refusal-text.ts',
  'apps/shell/src/auth/MailLinkCard.tsx',
  'apps/shell/src/rating/texts.ts',
  'apps/admin-console/src/model/invite-texts.ts',
  'libs/tickets/src/model/unsent-texts.ts',
]
/** Codes that only one who calls the API by hand, wrongly, gets: the screens have no control for such a call. */
const WRONG_CALLS = [
  ...['active_missing', 'bulk_change_invalid', 'count_guessed', 'cursor_invalid', 'decision_invalid'],
  ...[
    'events_invalid',
    'export_invalid',
    'file_names_invalid',
    'filter_invalid',
    'invite_role',
    'incident_reply_invalid',
    'link_kind_invalid',
    'rating_missing',
  ],
  ...['role_invalid', 'sort_invalid', 'invalid', 'bad_request', 'method_not_allowed', 'bad_json', 'bad_form'],
  ...['bad_origin', 'not_admin', 'not_found', 'metadata_invalid', 'flow_state_not_found', 'body_broken_off'],
  ...['phone_provider_disabled', 'otp_disabled', 'anonymous_provider_disabled'],
]
const UNSEEN: Record<string, string> = {
  ...Object.fromEntries(WRONG_CALLS.map((code) => [code, 'a wrong call'])),
  account_unconfirmed: 'the command that makes the first admin prints it',
  account_unknown: 'the command that makes the first admin prints it',
  admin_exists: 'the command that makes the first admin prints it',
  append_only: 'nobody may change the audit log',
  assistant_failed: 'has the text of every failed answer: specification, section 8',
  client_events_limit: 'reports about the page are sent without a word to the reader',
  host_invalid: 'send-notifications gets it, and logs it',
  mail_replayed: 'a mail provider gets it',
  mail_bytes_limit: 'a mail server or provider gets it',
  no_room_for_mail: 'a mail server or provider gets it',
  mail_too_large: 'a mail provider gets it',
  not_authorized: 'a mail provider or a scheduled call gets it',
  unsupported_type: 'a mail provider gets it',
  not_configured: 'has the general text of each function',
  no_api_key: 'the portal always sends its key',
  object_recorded: 'Storage answers 409, for which there are words',
  object_refused: 'Storage answers 403 or 413, for which there are words',
  profile_update_failed: 'change-user-role has its text: specification, section 8',
  stopped: 'the reader stopped the answer',
  subscription_limit: 'the page of an email’s link shows the general text',
  unexpected_failure: 'the default text of each command',
  unsubscribe_invalid: 'answers 404, for which the page has words',
  rating_link_invalid: 'answers 404, for which the page has words',
  flow_state_expired: 'the page after a provider’s sign-in shows its general text',
  bad_code_verifier: 'the page after a provider’s sign-in shows its general text',
  bad_jwt: 'the client renews the session, or asks to sign in',
}

const wordsIn = async (path: string): Promise<Record<string, unknown>> => {
  const module: Record<string, Record<string, unknown>> = await import(/* @vite-ignore */ path)
  return module.errorTexts ?? module.refusalTexts ?? {}
}
const tables = packages
  .flatMap((folder) => ['error-texts.ts', 'refusal-texts.ts'].map((name) => `${root}/${folder}/${name}`))
  .filter((path) => existsSync(path))
const words = await Promise.all(tables.map(wordsIn))
const pages = PAGES.map((path) => readFileSync(`${root}/${path}`, 'utf8')).join('\n')
const hasWords = (code: string): boolean =>
  words.some((table) => code in table) || new RegExp(`'${code}'|^\\s*${code}:`, 'm').test(pages)

describe('each error of the database', () => {
  it('has a code, as its detail', () => {
    expect(raises.length).toBeGreaterThan(150)
    // One is JSON with a code that its trigger names, the other is caught in the next line.
    const without = raises.filter(
      (raise) => codesOf(raise).length === 0 && !/^sqlstate '(PGRST|HD000)'/.test(raise),
    )
    expect(without).toEqual([])
  })
})

const servers: [string, string[]][] = [
  ['the database raises', raises.flatMap(codesOf)],
  ['the database answers', codesInAnswers(sql)],
  ['a function answers', codesOfAnswers(readFiles('supabase/functions', '.ts'))],
  ['embedded Auth answers', codesOfAnswers(readFiles('apps/local-supabase/src/auth', '.ts'))],
  [
    'the rest of the embedded backend answers',
    ['functions', 'limits', 'http', 'data-api'].flatMap((part) =>
      codesOfAnswers(readFiles(`apps/local-supabase/src/${part}`, '.ts')),
    ),
  ],
]

describe('each code that', () => {
  it.each(servers)('%s has words in the portal, or a reason why nobody sees it', (_, codes) => {
    expect(codes.length).toBeGreaterThan(0)
    const own = [...new Set(codes)].filter((code) => /^[a-z]/.test(code))
    expect(own.filter((code) => !hasWords(code) && !(code in UNSEEN))).toEqual([])
  })

  it('is listed as unseen exists, and has no words', () => {
    const codes = new Set(servers.flatMap(([, found]) => found))
    const listed = Object.keys(UNSEEN)
    expect(listed.filter((code) => !codes.has(code))).toEqual([])
    expect(listed.filter((code) => words.some((table) => code in table))).toEqual([])
  })

  it('has words has them in one package', () => {
    const codes = words.flatMap((table) => Object.keys(table))
    const twice = codes.filter((code, index) => codes.indexOf(code) !== index)
    // The shell and each remote show the same words for a session that has ended.
    expect(twice).toEqual(['not_authenticated'])
  })
})

it('finds what raises without a code, and what a case chooses', () => {
  const [plain, chosen] = raisesIn(`raise exception 'No; never'; -- raise exception 'old'
    raise notice 'x'; raise exception 'b' using detail = case when a then 'one' else 'two' end;`)
  expect(codesOf(plain!)).toEqual([])
  expect(codesOf(chosen!)).toEqual(['one', 'two'])
})
