import { chakra } from '@chakra-ui/react'

/** A panel for content that belongs together. */
export const Card = chakra('section', {
  base: { bg: 'bg.panel', borderWidth: '1px', borderColor: 'border', borderRadius: 'lg', minWidth: '0' },
  variants: { padded: { true: { p: '4' }, false: {} } },
})
export const CardHeader = chakra('header', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    px: '4',
    pt: '3.5',
    pb: '2',
  },
})
export const CardTitle = chakra('h2', {
  base: { fontSize: 'md', fontWeight: 'semibold', lineHeight: '1.25rem' },
})
export const CardBody = chakra('div', { base: { px: '4', pb: '4', pt: '1', minWidth: '0' } })
