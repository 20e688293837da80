export { UiProvider } from './UiProvider'
export { colorModeAtom, type ColorMode } from './color-mode/color-mode'
export { densityAtom, type Density } from './components/density'
export { ColorModeSwitch } from './color-mode/ColorModeSwitch'
export { accountCommandsAtom, menuCountsAtom, menuSlotAtom, pageCommandsAtom } from './frame/frame'
export { MenuSlot } from './frame/MenuSlot'
export {
  dismissToast,
  notificationsAtom,
  toast,
  toastAtom,
  type Toast,
  type ToastOptions,
  type ToastType,
} from './toast/toast'
export { Box, chakra, Flex, Grid, HStack, Stack } from './components/layout'
export { Heading } from './components/Heading'
export { Text } from './components/Text'
export { Button, type ButtonProps } from './components/Button'
export { IconButton, type IconButtonProps } from './components/IconButton'
export { Link } from './components/Link'
export { RouterLink } from './components/RouterLink'
export { LinkButton } from './components/LinkButton'
export { Input, type InputProps } from './components/Input'
export { PasswordInput } from './components/PasswordInput'
export { excessOf } from './components/text-limit'
export { Textarea, type TextareaProps } from './components/Textarea'
export { NativeSelect, type NativeSelectProps, type SelectOption } from './components/NativeSelect'
export { SearchInput, type SearchInputProps } from './components/SearchInput'
export { useSearchBox } from './components/use-search-box'
export { Field, type FieldProps } from './components/Field'
export { Alert, type AlertProps, type AlertTone } from './components/Alert'
export { Card, CardBody, CardHeader, CardTitle } from './components/Card'
export { StatCard, type StatCardProps } from './components/StatCard'
export { AuthCard, type AuthCardProps } from './components/AuthCard'
export { Divider } from './components/Divider'
export { PageHeader, type PageHeaderProps } from './components/PageHeader'
export { DataTable, type DataColumn, type DataTableProps } from './table/DataTable'
export { Badge, type BadgeProps, type BadgeTone } from './components/Badge'
export { Dialog, type DialogProps } from './components/Dialog'
export { Spinner, type SpinnerProps } from './components/Spinner'
export { FullScreenSpinner, type FullScreenSpinnerProps } from './components/FullScreenSpinner'
export { Skeleton } from './components/Skeleton'
export { EmptyState, type EmptyStateProps } from './components/EmptyState'
export {
  addErrorTexts,
  codeText,
  errorText,
  plainErrorText,
  withReference,
  UNREACHABLE_TEXT,
  type ErrorTexts,
} from './components/error-text'
export { ErrorState, type ErrorStateProps } from './components/ErrorState'
export { NotFoundState, type NotFoundStateProps } from './components/NotFoundState'
export { QueryState, type QueryLike, type QueryStateProps } from './components/QueryState'
export { deferred, quietly } from './components/deferred'
export { ListEnd, type InfiniteListQuery, type ListEndProps } from './components/ListEnd'
export { Pagination, type PaginationProps } from './components/Pagination'
export { Avatar, type AvatarProps } from './components/Avatar'
export { AVATAR_COLORS, avatarColor, type AvatarColor } from './components/avatar-color'
export { FileDropzone } from './components/FileDropzone'
export type { FileDropzoneProps } from './components/FileDropzoneBody'
export { FileList, type FileListProps, type FileUpload } from './components/FileList'
export { formatBytes } from './components/format-bytes'
export { formatDateTime, formatTime } from './components/format-date'
export { formatDate } from './components/format-day'
export { timeFormatAtom, useTimeFormat, type TimeFormat } from './components/time-format'
export { RelativeTime } from './components/RelativeTime'
export { localStore } from './storage/browser-storage'
export { oncePerPage } from './storage/once-per-page'
export { VisuallyHidden } from './components/VisuallyHidden'
export * from './icons/icons'
export { accentShades, buttonContrast, TEXT_CONTRAST, type AccentShades } from './theme/accent'
export { contrast } from './theme/contrast'
