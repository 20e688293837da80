import { chakra } from '@helpdesk/ui/components/layout'

/** The logo above the titles of the sign-in pages. */
export function AuthBrand() {
  return <Logo src="/favicon.svg" alt="Helpdesk" width="32" height="32" />
}

const Logo = chakra('img', { base: { mb: '5' } }, { forwardProps: ['width', 'height'] })
