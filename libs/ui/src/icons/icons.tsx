import type { SVGProps } from 'react'

export type IconProps = SVGProps<SVGSVGElement> & { size?: number }

const icon = (path: string) =>
  function Icon({ size = 16, ...props }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        style={{ flexShrink: 0 }}
        {...props}
      >
        <path d={path} />
      </svg>
    )
  }

const ring = 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0Z'
export const PlusIcon = /* @__PURE__ */ icon('M8 3v10M3 8h10')
export const MinusIcon = /* @__PURE__ */ icon('M3 8h10')
export const CloseIcon = /* @__PURE__ */ icon('m4 4 8 8M12 4l-8 8')
export const CheckIcon = /* @__PURE__ */ icon('m3 8.5 3.5 3.5L13 4.5')
export const SearchIcon = /* @__PURE__ */ icon('M11 7A4 4 0 1 1 3 7a4 4 0 0 1 8 0Zm-1 3 3.5 3.5')
export const ArrowLeftIcon = /* @__PURE__ */ icon('M13 8H3m4-4L3 8l4 4')
export const ArrowRightIcon = /* @__PURE__ */ icon('M3 8h10M9 4l4 4-4 4')
export const ArrowUpIcon = /* @__PURE__ */ icon('M8 13V3M4 7l4-4 4 4')
export const ArrowDownIcon = /* @__PURE__ */ icon('M8 3v10m4-4-4 4-4-4')
export const ChevronDownIcon = /* @__PURE__ */ icon('m4 6 4 4 4-4')
export const TicketIcon = /* @__PURE__ */ icon(
  'M2 5.5V4h12v1.5a2.5 2.5 0 0 0 0 5V12H2v-1.5a2.5 2.5 0 0 0 0-5ZM9.5 6.5v3',
)
export const UserIcon = /* @__PURE__ */ icon(
  'M10.5 5.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM3 13.5c.5-2.5 2.5-4 5-4s4.5 1.5 5 4',
)
export const UsersIcon = /* @__PURE__ */ icon(
  'M8.5 5.5a2.25 2.25 0 1 1-4.5 0 2.25 2.25 0 0 1 4.5 0ZM1.5 13c.4-2.3 2.4-3.5 4.75-3.5S10.6 10.7 11 13M10.5 3.5a2.25 2.25 0 0 1 0 4M12.5 9.9c1.1.600 1.8 1.6 2 3.1',
)
export const SettingsIcon = /* @__PURE__ */ icon(
  'M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M12 4.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM8 11.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
)
export const MailIcon = /* @__PURE__ */ icon('M2 3.5h12v9H2Zm0 .5 6 5 6-5')
export const ChartIcon = /* @__PURE__ */ icon('M2.5 2.5v11h11M6 10.5V8M9 10.5V5M12 10.5V6.5')
export const SparkIcon = /* @__PURE__ */ icon('m8 2 1.5 4.5L14 8 9.5 9.5 8 14 6.5 9.5 2 8l4.5-1.5Z')
export const SendIcon = /* @__PURE__ */ icon('M14 2 7 9M14 2 9.5 14 7 9 2 6.5Z')
export const PaperclipIcon = /* @__PURE__ */ icon(
  'm13.5 7.5-5.5 5.5a3.2 3.2 0 0 1-4.5-4.5L9 3a2.1 2.1 0 0 1 3 3l-5.5 5.5a1 1 0 0 1-1.5-1.5L10 5',
)
export const FileIcon = /* @__PURE__ */ icon('M9 2H4v12h8V5Zm0 0v3h3')
export const UploadIcon = /* @__PURE__ */ icon('M8 10.5v-8M5 5.5l3-3 3 3M2.5 10.5v3h11v-3')
export const DownloadIcon = /* @__PURE__ */ icon('M8 2.5v8M5 7.5l3 3 3-3M2.5 10.5v3h11v-3')
export const TrashIcon = /* @__PURE__ */ icon('M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.5 9h7l.5-9M6.5 7v4M9.5 7v4')
export const EditIcon = /* @__PURE__ */ icon('m10.5 3 2.5 2.5L6 12.5l-3 .5.5-3Z')
export const RefreshIcon = /* @__PURE__ */ icon('M13.5 8a5.5 5.5 0 1 1-1.7-4M13.5 2v3h-3')
export const LockIcon = /* @__PURE__ */ icon('M3 7h10v6.5H3ZM5 7V5a3 3 0 0 1 6 0v2')
export const EyeIcon = /* @__PURE__ */ icon(
  'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
)
export const EyeOffIcon = /* @__PURE__ */ icon(
  'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM2.5 13.5l11-11',
)
export const InfoIcon = /* @__PURE__ */ icon(`${ring}M8 7.5V11M8 5v.01`)
export const AlertIcon = /* @__PURE__ */ icon('M8 2 1.5 13.5h13ZM8 6.5v3M8 11.5v.01')
export const ErrorIcon = /* @__PURE__ */ icon(`${ring}M8 5v3.5M8 11v.01`)
export const SuccessIcon = /* @__PURE__ */ icon(`${ring}M5.5 8.2l1.8 1.8 3.2-3.5`)
export const CircleIcon = /* @__PURE__ */ icon(ring)
export const ClockIcon = /* @__PURE__ */ icon(`${ring}M8 4.5V8l2.5 1.5`)
export const PauseIcon = /* @__PURE__ */ icon(`${ring}M6.5 6v4M9.5 6v4`)
export const ProgressIcon = /* @__PURE__ */ icon(`${ring}M8 4.5a3.5 3.5 0 0 1 0 7Z`)
export const PriorityUrgentIcon = /* @__PURE__ */ icon('M2.5 2.5h11v11h-11ZM8 5v3.5M8 11v.01')
export const PriorityHighIcon = /* @__PURE__ */ icon('M3 13v-2M6.3 13V8.5M9.7 13V6M13 13V3')
export const PriorityLowIcon = /* @__PURE__ */ icon('M3 13v-2M6.3 13v-.1M9.7 13v-.1M13 13v-.1')
export const PriorityMediumIcon = /* @__PURE__ */ icon('M3 13v-2M6.3 13V8.5M9.7 13V6M13 13v-.1')
export const PriorityNormalIcon = /* @__PURE__ */ icon('M3 13v-2M6.3 13V8.5M9.7 13v-.1M13 13v-.1')
export const SunIcon = /* @__PURE__ */ icon(
  'M10.5 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
)
export const MoonIcon = /* @__PURE__ */ icon('M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z')
export const MonitorIcon = /* @__PURE__ */ icon('M2 3h12v8H2ZM5.5 13.5h5M8 11v2.5')
export const BellIcon = /* @__PURE__ */ icon(
  'M3 11.5h10l-1.250-2V7a3.750 3.750 0 0 0-7.500 0v2.500ZM6.500 13.750h3',
)
export const MenuIcon = /* @__PURE__ */ icon('M2.5 4.5h11M2.5 8h11M2.5 11.5h11')
export const SidebarIcon = /* @__PURE__ */ icon('M2 3h12v10H2ZM6.5 3v10')
export const HomeIcon = /* @__PURE__ */ icon('M2.5 7 8 2.5 13.5 7v6.5h-4v-4h-3v4h-4Z')
export const InboxIcon = /* @__PURE__ */ icon('M2 9.5 4 3h8l2 6.5v3.5H2ZM2 9.5h3.5a2.5 2.5 0 0 0 5 0H14')
export const ListIcon = /* @__PURE__ */ icon('M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4v.01M2.5 8v.01M2.5 12v.01')
export const HistoryIcon = /* @__PURE__ */ icon('M2.5 8a5.5 5.5 0 1 0 1.7-4M2.5 2v3h3M8 5v3l2 1.5')
export const PulseIcon = /* @__PURE__ */ icon('M1.5 8H5l2-5 3 10 1.8-5h2.7')
export const BookmarkIcon = /* @__PURE__ */ icon('M4 2.5h8v11L8 10.5l-4 3Z')
export const KeyboardIcon = /* @__PURE__ */ icon(
  'M1.5 4h13v8.5h-13ZM4 6.75v.01M6.7 6.75v.01M9.3 6.75v.01M12 6.75v.01M5 10h6',
)
