import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { LeaveGuard } from './LeaveGuard'
import * as texts from './texts'

/** The forms of a page with changes that are not saved. */
const UnsavedForms = createContext<Set<object> | null>(null)

const question = { title: texts.unsaved, text: texts.unsavedText }

/** A page whose forms have buttons to save: asks before a link, Back, a reload or closing the tab loses a change. */
export function GuardUnsaved({ hasParts, children }: { hasParts?: boolean; children: ReactNode }) {
  const [forms] = useState(() => new Set<object>())
  return (
    <UnsavedForms value={forms}>
      <LeaveGuard hasParts={hasParts} question={() => (forms.size > 0 ? question : null)} />
      {children}
    </UnsavedForms>
  )
}

/** Tells the page's {@link GuardUnsaved} whether a form has changes that are not saved. */
export function useUnsaved(isChanged: boolean): void {
  const forms = useContext(UnsavedForms)
  useEffect(() => {
    if (!isChanged || !forms) return
    const form = {}
    forms.add(form)
    return () => void forms.delete(form)
  }, [isChanged, forms])
}
