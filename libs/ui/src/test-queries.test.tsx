// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'

const soon = { timeout: 100 }

it.each([
  ['a query', () => Promise.resolve().then(() => screen.getByText('Two'))],
  ['a repeated query whose time is up', () => screen.findByText('Two', {}, soon)],
  ['a repeated assertion whose time is up', () => waitFor(() => screen.getByText('Two'), soon)],
])('prints the page once for %s', async (_, find) => {
  render(<p>Only</p>)
  const { message } = (await find().catch((error: unknown) => error)) as Error
  expect(message.match(/Only/g)).toHaveLength(1)
  expect(message).toContain('Two')
})

it('prints no page for an attempt that is repeated', async () => {
  render(<p>Only</p>)
  const messages: string[] = []
  const attempt = () => {
    try {
      screen.getByText('Two')
    } catch (error) {
      messages.push((error as Error).message)
      throw error
    }
  }
  await expect(waitFor(attempt, soon)).rejects.toThrow()
  expect(messages[0]).toContain('Two')
  expect(messages.join()).not.toContain('Only')
})
