/**
 * supabase/config.toml is pushed to hosted projects, started by `supabase start` and read by this backend. The schema
 * below is the documented one (supabase.com/docs/guides/local-development/cli/config, and the JSON schema of
 * @supabase/config 0.9.0), reduced to what we set: a misspelt, removed or deprecated key fails here. The CLI itself is
 * no dependency (140 MB, one binary for each platform); supabase/hosting.md says how it was tried.
 */
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { root } from '../settings'
import { readAuthConfig, readRateLimits } from './config'

const supabaseDir = join(root, 'supabase')
const reference = z.string().regex(/^env\([A-Z][A-Z0-9_]*\)$/)
const flag = z.union([z.boolean(), reference])
const bytes = z.string().regex(/^\d+[KM]iB$/)
const duration = z.string().regex(/^\d+(ms|s|m|h)$/)
const provider = z.strictObject({ enabled: flag, client_id: reference, secret: reference })
const off = z.strictObject({ enroll_enabled: z.literal(false), verify_enabled: z.literal(false) })
const template = z.strictObject({ subject: z.string(), content_path: z.string() })

const configSchema = z.strictObject({
  project_id: z.literal('helpdesk'),
  api: z.strictObject({
    enabled: z.literal(true),
    schemas: z.tuple([z.literal('public')]),
    extra_search_path: z.array(z.string()),
    max_rows: z.int(),
  }),
  db: z.strictObject({
    major_version: z.literal(17),
    migrations: z.strictObject({ enabled: z.literal(true), schema_paths: z.array(z.string()) }),
    seed: z.strictObject({ enabled: z.literal(false), sql_paths: z.tuple([]) }),
  }),
  auth: z.strictObject({
    enabled: z.literal(true),
    site_url: reference,
    additional_redirect_urls: z.array(z.string()),
    jwt_expiry: z.int(),
    enable_refresh_token_rotation: z.literal(true),
    refresh_token_reuse_interval: z.int(),
    enable_signup: z.boolean(),
    enable_anonymous_sign_ins: z.literal(false),
    minimum_password_length: z.int().min(8),
    password_requirements: z.literal('lower_upper_letters_digits'),
    email: z.strictObject({
      enabled: z.literal(true),
      double_confirm_changes: z.literal(true),
      enable_confirmations: z.literal(true),
      secure_password_change: z.boolean(),
      max_frequency: duration,
      otp_expiry: z.int().max(86_400).optional(),
      otp_length: z.int().optional(),
      template: z.record(z.string(), template).optional(),
      smtp: z.strictObject({
        enabled: flag,
        host: reference,
        port: reference,
        user: reference,
        pass: reference,
        admin_email: reference,
        sender_name: z.string(),
      }),
    }),
    rate_limit: z.strictObject({
      sign_in_sign_ups: z.int(),
      token_refresh: z.int(),
      token_verifications: z.int(),
      email_sent: z.int(),
    }),
    external: z.strictObject({ github: provider, google: provider }),
    // The portal has no screens for second factors.
    mfa: z.strictObject({ totp: off, phone: off, web_authn: off }),
  }),
  storage: z.strictObject({
    enabled: z.literal(true),
    file_size_limit: bytes,
    buckets: z.record(
      z.string(),
      z.strictObject({
        public: z.literal(false),
        file_size_limit: bytes,
        allowed_mime_types: z.array(z.string()),
      }),
    ),
  }),
  functions: z.record(
    z.string(),
    z.strictObject({
      enabled: z.literal(true),
      // The platform's check refuses tokens of signing keys: functions check them themselves.
      verify_jwt: z.literal(false),
      import_map: z.string().optional(),
      entrypoint: z.string(),
    }),
  ),
})

const read = (name: string) => readFile(join(supabaseDir, name), 'utf8')
const text = await read('config.toml')
const config = configSchema.parse(parse(text))
const settings = text
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .join('\n')

describe('supabase/config.toml', () => {
  it('contains no local addresses and no demo data', () => {
    expect(settings).not.toMatch(/127\.0\.0\.1|localhost|demo|seeds\//)
  })

  it('uses env() only for whole values that .env.example lists', async () => {
    const names = [...settings.matchAll(/env\(([^)]*)\)/g)].map(([, name]) => name ?? '')
    expect(settings.match(/env\(/g)).toHaveLength(settings.match(/= "env\([A-Z0-9_]+\)"$/gm)?.length ?? 0)
    const example = parseEnv(await read('.env.example'))
    expect(Object.keys(example).sort()).toEqual([...new Set(names)].sort())
    const empty = Object.keys(example).filter((name) => !example[name])
    expect(empty).toEqual(['GITHUB_CLIENT_ID', 'GITHUB_SECRET', 'GOOGLE_CLIENT_ID', 'GOOGLE_SECRET'])
    expect([example.GITHUB_ENABLED, example.GOOGLE_ENABLED]).toEqual(['false', 'false'])
  })

  // Without supabase/.env the CLI rejects an unset flag or port, but pushes an unset text as it is.
  it('uses env() for flags, so that a push without supabase/.env fails', () => {
    const { smtp } = config.auth.email
    expect([smtp.enabled, config.auth.external.github.enabled, config.auth.external.google.enabled]).toEqual([
      'env(AUTH_SMTP_ENABLED)',
      'env(GITHUB_ENABLED)',
      'env(GOOGLE_ENABLED)',
    ])
  })

  it('deploys every function, from files that exist', () => {
    const folders = readdirSync(join(supabaseDir, 'functions'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
      .map(({ name }) => name)
    expect(Object.keys(config.functions).sort()).toEqual(folders.sort())
    const templates = Object.values(config.auth.email.template ?? {}).map((entry) => entry.content_path)
    const files = Object.values(config.functions).flatMap(({ entrypoint, import_map }) => [
      entrypoint,
      ...(import_map ? [import_map] : []),
    ])
    for (const file of files) expect(existsSync(join(supabaseDir, file)), file).toBe(true)
    // The CLI resolves templates from the parent folder.
    for (const file of templates) expect(existsSync(join(root, file)), file).toBe(true)
  })

  it('configures the embedded backend with the same values', async () => {
    expect(await readAuthConfig(supabaseDir)).toMatchObject({
      tokenSeconds: config.auth.jwt_expiry,
      signUpOpen: config.auth.enable_signup,
      passwordLength: config.auth.minimum_password_length,
    })
    expect(await readRateLimits(supabaseDir)).toEqual(config.auth.rate_limit)
  })
})
