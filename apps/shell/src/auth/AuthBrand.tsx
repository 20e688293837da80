import { chakra } from '@helpdesk/ui/components/layout'

/** The product's mark over the sign-in pages' titles. */
export function AuthBrand() {
  return <Mark src="/favicon.svg" alt="Helpdesk" width="32" height="32" />
}

const Mark = chakra('img', { base: { mb: '5' } }, { forwardProps: ['width', 'height'] })
