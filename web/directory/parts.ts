/** What the directory loads when it is opened first, each with the texts that it shows. */
import { lazy } from 'react'
import { eventTexts } from '../audit/event-texts.ts'
import { loadMessages } from '../messages.ts'
import { memberTexts } from './member-texts.ts'

export const MemberDetail = lazy(async () => {
  const [{ MemberDetail }] = await Promise.all([
    import('./member-detail.tsx'),
    loadMessages(memberTexts),
    loadMessages(eventTexts),
  ])
  return { default: MemberDetail }
})

export const NewMemberDialog = lazy(async () => {
  const [{ NewMemberDialog }] = await Promise.all([
    import('./new-member-dialog.tsx'),
    loadMessages(memberTexts),
  ])
  return { default: NewMemberDialog }
})

export const TeamDialog = lazy(async () => {
  const [{ TeamDialog }] = await Promise.all([import('./team-dialog.tsx'), loadMessages(memberTexts)])
  return { default: TeamDialog }
})

export const SeveralStatusDialog = lazy(async () => {
  const [{ SeveralStatusDialog }] = await Promise.all([
    import('./several-status-dialog.tsx'),
    loadMessages(memberTexts),
  ])
  return { default: SeveralStatusDialog }
})

export const SeveralDialog = lazy(async () => {
  const [{ SeveralDialog }] = await Promise.all([import('./several-dialog.tsx'), loadMessages(memberTexts)])
  return { default: SeveralDialog }
})
