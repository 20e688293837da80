import type { Page } from '@playwright/test'

/** How many files, or lists of files, this browser still has. */
export const keptFiles = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('helpdesk-drafts', 1)
        opening.onupgradeneeded = () => void opening.result.createObjectStore('files')
        opening.onerror = () => reject(opening.error ?? new Error('closed'))
        opening.onsuccess = () => {
          const count = opening.result.transaction('files').objectStore('files').count()
          count.onsuccess = () => {
            opening.result.close()
            resolve(count.result)
          }
        }
      }),
  )
