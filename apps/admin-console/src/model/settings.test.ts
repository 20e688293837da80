import { ValidationError } from '@helpdesk/supabase'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { storedSettings } from '../testing/stored-settings'
import {
  changedSettings,
  refusedField,
  toWorkspaceForm,
  workspaceFormSchema,
  workspaceSettingsSchema,
  type WorkspaceForm,
} from './settings'

const stored = z.parse(workspaceSettingsSchema, storedSettings)
const form = toWorkspaceForm(stored)
const problem = (change: Partial<WorkspaceForm>) => {
  const checked = z.safeParse(workspaceFormSchema, { ...form, ...change })
  return checked.success
    ? null
    : checked.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`)
}

describe('workspace form', () => {
  it.each([
    [{}],
    [{ workspace_name: 'x'.repeat(60) }],
    [{ support_email: 'help@desk.example' }],
    [{ ticket_prefix: 'ab' }],
    [{ invite_days: '1' }],
    [{ max_files: '0' }],
    [{ max_file_bytes: '0.1' }],
    [{ max_file_bytes: '2,5' }],
    [{ working_days: '7' }],
    [{ opens_at: '00:00', closes_at: '23:59' }],
  ])('accepts %j', (change) => expect(problem(change)).toBeNull())

  it.each([
    [{ workspace_name: '  ' }, 'workspace_name: Workspace name is required'],
    [{ workspace_name: 'x'.repeat(61) }, 'workspace_name: Workspace name must not exceed 60 characters'],
    [{ support_email: 'nobody' }, 'support_email: Please enter a valid email address'],
    [{ support_email: `${'x'.repeat(250)}@a.de` }, 'support_email: Please enter a valid email address'],
    [{ invite_days: '0' }, 'invite_days: Enter a whole number of days from 1 to 7'],
    [{ invite_days: '8' }, 'invite_days: Enter a whole number of days from 1 to 7'],
    [{ invite_days: '1.5' }, 'invite_days: Enter a whole number of days from 1 to 7'],
    [{ max_files: '6' }, 'max_files: Enter a whole number from 0 to 5'],
    [{ max_files: '' }, 'max_files: Enter a whole number from 0 to 5'],
    [{ max_file_bytes: '5.01' }, 'max_file_bytes: Enter a size from 0.1 to 5 MB'],
    [{ max_file_bytes: '0.05' }, 'max_file_bytes: Enter a size from 0.1 to 5 MB'],
    [{ working_days: '' }, 'working_days: Choose at least one day'],
    [{ opens_at: '17:00' }, 'closes_at: Enter a time after the opening'],
    [{ opens_at: '' }, 'opens_at: Enter a time'],
    [{ closes_at: '' }, 'closes_at: Enter a time after the opening'],
    [{ max_file_bytes: 'big' }, 'max_file_bytes: Enter a size from 0.1 to 5 MB'],
  ])('rejects %j', (change, text) => expect(problem(change)).toEqual([text]))

  it.each(['', 'A', 'ABCDEFGHIJK', 'AB1', 'Ä B'])('rejects the ticket prefix %j', (ticket_prefix) => {
    expect(problem({ ticket_prefix })).toEqual(['ticket_prefix: Enter 2 to 10 letters from A to Z'])
  })

  it('shows texts, whole numbers, and sizes in MB', () => {
    expect(form).toMatchObject({
      workspace_name: 'Helpdesk',
      support_email: '',
      invite_days: '7',
      max_file_bytes: '5',
    })
    expect(toWorkspaceForm({ ...stored, max_file_bytes: 2621440 })).toEqual({
      ...form,
      max_file_bytes: '2.5',
    })
  })
})

describe('changedSettings', () => {
  const before = { ...stored, max_file_bytes: 3_333_333 }
  it('is empty without changes, even for a size that is shown rounded', () => {
    expect(changedSettings(before, toWorkspaceForm(before))).toEqual({})
    expect(changedSettings(before, { ...toWorkspaceForm(before), workspace_name: ' Helpdesk ' })).toEqual({})
  })
  it('contains what was changed as columns: sizes in bytes, texts trimmed', () => {
    const typed = {
      ...toWorkspaceForm(before),
      support_email: 'a@b.de',
      max_files: '2',
      max_file_bytes: '2,5',
    }
    expect(changedSettings(before, { ...typed, workspace_name: ' Acme ', ticket_prefix: ' acme ' })).toEqual({
      workspace_name: 'Acme',
      support_email: 'a@b.de',
      ticket_prefix: 'ACME',
      max_files: 2,
      max_file_bytes: 2621440,
    })
    expect(
      changedSettings({ ...before, support_email: 'a@b.de' }, { ...typed, support_email: '' }),
    ).toHaveProperty('support_email', null)
  })
})

describe('refusedField', () => {
  const refusal = (constraint: string, code = '23514') =>
    refusedField(
      new ValidationError(
        `new row for relation "workspace_settings" violates check constraint "${constraint}"`,
        { code },
      ),
    )
  it('finds the field by its constraint', () => {
    expect(refusal('workspace_settings_max_files')).toEqual({ max_files: 'Enter at most 5 files' })
    expect(refusal('workspace_settings_max_file_bytes')).toEqual({ max_file_bytes: 'Enter at most 5 MB' })
    expect(refusal('workspace_settings_name')).toHaveProperty('workspace_name')
  })
  it('ignores other errors', () => {
    expect(refusal('something_else')).toBeNull()
    expect(refusal('workspace_settings_name', '42501')).toBeNull()
  })
})
