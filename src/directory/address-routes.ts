/** The links of a change of address over HTTP. Guessing them counts as guessing any other credential does. */
import * as contract from '../../contract/address-changes.ts'
import { type Api, route } from '../http/route.ts'
import { confirmAddress, rejectAddress } from './address-confirming.ts'
import { addressPage } from './address-page.ts'

export function addressRoutes(api: Api): void {
  addressPage(api.app)
  route(api, contract.confirmAddress, confirmAddress)
  route(api, contract.rejectAddress, rejectAddress)
}
