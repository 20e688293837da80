import { chakra } from '@chakra-ui/react'
import { avatarColor } from './avatar-color'

export interface AvatarProps {
  /** A name or an email, of which the first letter is shown. */
  name: string | null | undefined
  /** Decides the colour: the person's id, so that it is the same on every screen. Defaults to the name. */
  seed?: string | null
  size?: number
}

/** A person's initial on a colour of their own. Hidden from screen readers, because the name is next to it. */
export function Avatar({ name, seed, size = 28 }: AvatarProps) {
  const [initial = '?'] = (name ?? '').trim().toUpperCase()
  const color = avatarColor(seed || name || '')
  return (
    <Circle
      aria-hidden
      bg={`avatar.${color}.bg`}
      color={`avatar.${color}.fg`}
      style={{ width: size, height: size, fontSize: size * 0.43 }}
    >
      {initial}
    </Circle>
  )
}

const Circle = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: '0',
    borderRadius: 'full',
    fontWeight: 'semibold',
    lineHeight: '1',
    userSelect: 'none',
  },
})
