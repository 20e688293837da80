import {
  ChartIcon,
  CircleIcon,
  HistoryIcon,
  HomeIcon,
  InboxIcon,
  ListIcon,
  MailIcon,
  PulseIcon,
  SettingsIcon,
  SparkIcon,
  TicketIcon,
  UsersIcon,
} from '@helpdesk/ui/icons/icons'

/** Icons that remotes can name in their menu entries. */
const icons: Record<string, typeof CircleIcon> = {
  chart: ChartIcon,
  history: HistoryIcon,
  home: HomeIcon,
  inbox: InboxIcon,
  list: ListIcon,
  mail: MailIcon,
  pulse: PulseIcon,
  settings: SettingsIcon,
  spark: SparkIcon,
  ticket: TicketIcon,
  users: UsersIcon,
}

export const menuIcon = (name: string | undefined) => icons[name ?? ''] ?? CircleIcon
