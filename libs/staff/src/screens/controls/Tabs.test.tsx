// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { UiProvider } from '@helpdesk/ui'
import { Tabs } from './Tabs'

const items = ['One', 'Two', 'Three'].map((label) => ({ id: label, label, content: `${label} content` }))

describe('Tabs', () => {
  it.each([
    ['{ArrowRight}', 'Two'],
    ['{ArrowLeft}', 'Three'],
    ['{End}', 'Three'],
    ['{End}{ArrowRight}', 'One'],
    ['{End}{Home}', 'One'],
  ])('%s moves from the first tab to %s', async (keys, expected) => {
    render(
      <UiProvider>
        <Tabs label="Numbers" items={items} />
      </UiProvider>,
    )
    await userEvent.tab()
    await userEvent.keyboard(keys)
    const tab = screen.getByRole('tab', { name: expected })
    expect(tab).toHaveFocus()
    expect(tab).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('tabpanel', { name: expected })).toHaveTextContent(`${expected} content`)
    expect(screen.getAllByRole('tab').filter((each) => each.tabIndex === 0)).toEqual([tab])
  })
})
