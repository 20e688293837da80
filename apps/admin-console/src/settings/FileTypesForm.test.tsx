import { signInAs, stubBackend, renderAt } from '@helpdesk/tickets/testing'
import { dismissToast } from '@helpdesk/ui'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { WorkspaceSettings } from './WorkspaceSettings'
import { storedSettings } from '../testing/stored-settings'

const stored = storedSettings
const DEFAULT = '.png, .jpg, .jpeg, .gif, .pdf, .doc, .docx, .txt'
const PATH = '/admin/settings/workspace'

async function open(row: object = stored, refuse?: () => { status: number; body: unknown }) {
  let kept: object = row
  const sent = stubBackend(({ method, body }) => {
    if (method === 'GET') return { body: kept }
    if (refuse) return refuse()
    kept = { ...kept, ...(body as object) }
    return { body: kept }
  })
  renderAt(PATH, [{ path: PATH, element: <WorkspaceSettings /> }])
  const field = await screen.findByLabelText(/Accepted file types/)
  const write = async (text: string) => {
    await userEvent.clear(field)
    if (text) await userEvent.type(field, text)
  }
  const saved = () => sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  return { field, write, saved }
}
const button = (name: string) => screen.getByRole('button', { name })
const save = () => userEvent.click(button('Save file types'))

beforeEach(() => {
  dismissToast()
  signInAs({ role: 'admin' })
})

describe('the accepted file types', () => {
  it('are shown with what is never accepted', async () => {
    const { field } = await open()
    expect(field).toHaveValue(DEFAULT)
    expect(field).toHaveAccessibleDescription(/Programs and scripts such as \.exe are never accepted/)
    expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument()
  })

  it('are saved as they are meant, whatever separates them', async () => {
    const { field, write, saved } = await open()
    await write('PDF, .Csv;*.dwg  pdf')
    expect(screen.getByText('Unsaved changes')).toBeVisible()
    await save()
    await waitFor(() => expect(saved()).toEqual([{ file_types: ['pdf', 'csv', 'dwg'] }]))
    expect(await screen.findByText('Settings saved')).toBeVisible()
    expect(field).toHaveValue('.pdf, .csv, .dwg')
    expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument()
  })

  it.each([
    ['', /Enter at least one file type/],
    ['.exe', /\.exe files can run on a computer/],
    ['pdf, a/b', /a\/b is not a file extension/],
    ['verylongextension', /verylongextension is not a file extension/],
    [Array.from({ length: 61 }, (_, n) => `t${n}`).join(','), /at most 60 file types/],
  ])('are not saved when the list is wrong: %s', async (text, problem) => {
    const { field, write, saved } = await open()
    await write(text)
    expect(await screen.findByText(problem)).toBeVisible()
    expect(field).toBeInvalid()
    await save()
    expect(saved()).toEqual([])
  })

  it('can be put back: the change, and the defaults', async () => {
    const { field, write } = await open({ ...stored, file_types: ['csv'] })
    await write('.zip')
    await userEvent.click(button('Discard changes'))
    expect(field).toHaveValue('.csv')
    await userEvent.click(button('Use default types'))
    expect(field).toHaveValue(DEFAULT)
  })

  it('stay in the field when they could not be saved', async () => {
    const { field, write } = await open(stored, () => ({ status: 500, body: { message: 'broken' } }))
    await write('.zip')
    await save()
    expect(await screen.findByText('Settings could not be saved')).toBeVisible()
    expect(field).toHaveValue('.zip')
    expect(screen.getByText('Unsaved changes')).toBeVisible()
  })
})
