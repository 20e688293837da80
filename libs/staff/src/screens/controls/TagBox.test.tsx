// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import type { BulkChange } from '../../model/bulk'
import { TagTool } from '../bulk/TagTool'

/** Opens the tool of the key L. @param answer resolves the tags in use */
function open(answer: Promise<unknown> = Promise.resolve(['billing', 'bug', 'vip'])) {
  const onChange = vi.fn<(change: BulkChange) => void>()
  stubBackend(async () => ({ body: await answer }))
  renderAt('/', [{ path: '/', element: <TagTool onChange={onChange} /> }])
  return onChange
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const selected = () => screen.getByRole('option', { selected: true }).textContent

beforeEach(() => signInAs({ role: 'agent' }))

describe('the tags of the key L', () => {
  it('complete tags in use before they create one', async () => {
    const onChange = open()
    await userEvent.type(screen.getByRole('combobox'), 'b')
    expect(await screen.findAllByRole('option')).toHaveLength(3)
    expect(options()).toEqual(['billing', 'bug', 'Create tag “b”'])
    expect(selected()).toBe('billing')
    await userEvent.keyboard('{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ add_tags: ['billing'] })
  })

  it('create a tag by a choice that names it', async () => {
    const onChange = open()
    await userEvent.type(screen.getByRole('combobox'), 'Bill')
    await screen.findAllByRole('option')
    await userEvent.keyboard('{ArrowUp}')
    expect(selected()).toBe('Create tag “bill”')
    await userEvent.keyboard('{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ add_tags: ['bill'] })
  })

  it('wait for the tags in use before a key picks one', async () => {
    let answer = (_: string[]) => {}
    const onChange = open(new Promise((resolve) => (answer = resolve)))
    await userEvent.type(screen.getByRole('combobox'), 'vi{Enter}')
    expect(onChange).not.toHaveBeenCalled()
    answer(['vip'])
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith({ add_tags: ['vip'] }))
  })

  it('go on after a comma, and add all with Enter', async () => {
    const onChange = open()
    await userEvent.type(screen.getByRole('combobox'), 'bill')
    await screen.findAllByRole('option')
    await userEvent.keyboard(',v')
    expect(screen.getByRole('combobox')).toHaveValue('billing, v')
    expect(options()).toEqual(['vip', 'Create tag “v”'])
    await userEvent.keyboard('{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ add_tags: ['billing', 'vip'] })
  })

  it('refuse pasted tags that are new and were not chosen, and keep the text', async () => {
    const onChange = open()
    await userEvent.click(screen.getByRole('combobox'))
    await userEvent.paste('unheard, vi')
    await screen.findAllByRole('option')
    await userEvent.keyboard('{Enter}')
    expect(
      await screen.findByText('No ticket has the tag “unheard” yet. Choose “Create tag” to make it.'),
    ).toBeVisible()
    expect(onChange).not.toHaveBeenCalled()
    expect(screen.getByRole('combobox')).toHaveValue('unheard, vip')
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ remove_tags: ['unheard', 'vip'] })
  })

  it('close the list with Escape and keep the text', async () => {
    open()
    await userEvent.type(screen.getByRole('combobox'), 'b')
    await screen.findAllByRole('option')
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('combobox')).toHaveAttribute('aria-expanded', 'false')
    expect(screen.getByRole('combobox')).toHaveValue('b')
  })
})
