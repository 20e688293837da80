import { act } from '@testing-library/react'
import { vi } from 'vitest'

const OTHER_TAB = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'

/**
 * Stands in for a second tab of this browser, which is open until `close`. Needs `vi.unstubAllGlobals()` after the test.
 * @returns its acts: `store` writes or removes (null) a text under a storage key, as its form does
 */
export function openOtherTab() {
  let isOpen = true
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    locks: {
      query: async () => ({ held: isOpen ? [{ name: `helpdesk-tab:${OTHER_TAB}` }] : [] }),
      request: (name: string, ...rest: unknown[]) => {
        const run = rest.at(-1) as () => unknown
        return name.startsWith('helpdesk-tab:') ? new Promise(() => undefined) : run()
      },
    },
  })
  return {
    id: OTHER_TAB,
    store(key: string, text: string | null): void {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
      localStorage.setItem(`${key}:owner`, OTHER_TAB)
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: text })))
    },
    close: (): void => void (isOpen = false),
  }
}
