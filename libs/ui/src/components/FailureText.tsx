import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { splitReference } from './error-text'

/** The text of a failure; its reference, for the support of the portal, is small and in a line of its own. */
export function FailureText({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children
  const { text, reference } = splitReference(children)
  if (!reference) return text
  return (
    <>
      <span>{text}</span>
      <Reference>{reference}</Reference>
    </>
  )
}

const Reference = chakra('small', {
  base: { display: 'block', mt: '0.5', fontSize: 'xs', userSelect: 'all' },
})
