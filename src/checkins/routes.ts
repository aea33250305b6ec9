/** Check-ins and their instances over HTTP. What is read of their collections is bound in src/collection/routes.ts. */
import * as contract from '../../contract/checkins.ts'
import * as holidayContract from '../../contract/holidays.ts'
import * as instanceContract from '../../contract/instances.ts'
import { getResponseSummary } from '../collection/collection.ts'
import { type Api, route } from '../http/route.ts'
import * as checkIns from './checkins.ts'
import * as deleting from './deleting.ts'
import * as calendars from './holidays/calendars.ts'
import * as instances from './instances.ts'
import * as transitions from './transitions.ts'

export function checkInRoutes(api: Api): void {
  route(api, contract.listCheckIns, checkIns.listCheckIns)
  route(api, contract.createCheckIn, checkIns.createCheckIn)
  route(api, contract.getCheckIn, checkIns.getCheckIn)
  route(api, contract.updateCheckIn, checkIns.updateCheckIn)
  route(api, contract.deleteCheckIn, deleting.deleteCheckIn)
  route(api, contract.activateCheckIn, transitions.activateCheckIn)
  route(api, contract.pauseCheckIn, transitions.pauseCheckIn)
  route(api, contract.resumeCheckIn, transitions.resumeCheckIn)
  route(api, contract.endCheckIn, transitions.endCheckIn)
  route(api, contract.archiveCheckIn, transitions.archiveCheckIn)
  route(api, contract.unarchiveCheckIn, transitions.unarchiveCheckIn)
  route(api, contract.transferCheckIn, transitions.transferCheckIn)
  route(api, contract.restoreCheckIn, deleting.restoreCheckIn)
  route(api, contract.getCheckInSchedule, checkIns.getCheckInSchedule)
  route(api, contract.getCheckInRecipients, checkIns.getCheckInRecipients)
  route(api, contract.setCheckInRecipients, checkIns.changeRecipients('set'))
  route(api, contract.addCheckInRecipients, checkIns.changeRecipients('add'))
  route(api, contract.removeCheckInRecipients, checkIns.changeRecipients('remove'))

  route(api, holidayContract.listHolidayCalendars, calendars.listHolidayCalendars)
  route(api, holidayContract.createHolidayCalendar, calendars.createHolidayCalendar)
  route(api, holidayContract.getHolidayCalendar, calendars.getHolidayCalendar)
  route(api, holidayContract.listHolidayCalendarDays, calendars.listHolidayCalendarDays)
  route(api, holidayContract.updateHolidayCalendar, calendars.updateHolidayCalendar)
  route(api, holidayContract.deleteHolidayCalendar, calendars.deleteHolidayCalendar)
  route(api, holidayContract.listPublicHolidayCountries, calendars.listPublicHolidayCountries)
  route(api, holidayContract.listPublicHolidays, calendars.listPublicHolidays)

  route(api, instanceContract.listInstances, instances.listInstances)
  route(api, instanceContract.listCheckInInstances, instances.listCheckInInstances)
  route(api, instanceContract.getInstance, instances.getInstance)
  route(api, instanceContract.openInstance, instances.openInstance)
  route(api, instanceContract.skipInstance, instances.skipInstance)
  route(api, instanceContract.extendInstance, instances.extendInstance)
  route(api, instanceContract.remindInstance, instances.remindInstance)
  route(api, instanceContract.closeInstance, instances.closeInstance)
  route(api, instanceContract.cancelInstance, instances.cancelInstance)
  route(api, instanceContract.getInstanceResponseRate, (call) =>
    getResponseSummary(call, instances.collectionSource),
  )
}
