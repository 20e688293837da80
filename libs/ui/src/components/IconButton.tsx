import { forwardRef } from 'react'
import { Button, type ButtonProps } from './Button'

export type IconButtonProps = Omit<ButtonProps, 'loadingText'> & { label: string }

/** A button that shows only an icon; `label` is its accessible name and its tooltip. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { label, loading, children, ...props },
  ref,
) {
  return (
    <Button
      ref={ref}
      variant="ghost"
      aria-label={label}
      title={label}
      px="0"
      data-icon=""
      loading={loading}
      {...props}
    >
      {loading ? null : children}
    </Button>
  )
})
