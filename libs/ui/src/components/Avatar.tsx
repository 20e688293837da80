import { chakra } from '@chakra-ui/react'

export interface AvatarProps {
  /** A name or an email, of which the first letter is shown. */
  name: string | null | undefined
  size?: number
}

/** A person's initial. Hidden from screen readers, because the name is next to it. */
export function Avatar({ name, size = 28 }: AvatarProps) {
  const [initial = '?'] = (name ?? '').trim().toUpperCase()
  return (
    <Circle aria-hidden style={{ width: size, height: size, fontSize: size * 0.43 }}>
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
    bg: 'bg.emphasized',
    color: 'fg',
    fontWeight: 'semibold',
    userSelect: 'none',
  },
})
