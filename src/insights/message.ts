/** Parts of statements that many findings share: the group that a finding is about, and the names of drivers. */
import type { DriverId } from '../../contract/drivers.ts'
import { message, type Message } from '../../locales/statements/statements.ts'
import { everyone } from '../cells/cells.ts'

export {
  type Argument,
  headlineOf,
  message,
  type Message,
  render,
  type Words,
} from '../../locales/statements/statements.ts'

/** A group of a report and the name that it goes by. */
export type Group = { group: string; name: string }

/** A statement about the group; that of everyone needs no name. */
export const inGroup = ({ group, name }: Group, text: Message | readonly Message[]): Message =>
  group === everyone ? message('sentences', { text }) : message('of_team', { team: name, text })

export const driverNamed = (driver: DriverId): Message => ({ key: `driver_${driver}`, args: {} })

/** The driver inside a sentence. */
export const aboutDriver = (driver: DriverId): Message => ({ key: `about_${driver}`, args: {} })
