/** What pages read and write about Slack workspaces. */
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { ReplyOf } from '../../client/client.ts'
import { inPerson } from '../api.ts'
import type { SentCode } from '../connections/returned.ts'
import { readPages, useList, useWrite } from '../queries.ts'

export type Workspace = ReplyOf<'listSlackWorkspaces'>['slack_workspaces'][number]

export const workspacePages = readPages(inPerson, 'listSlackWorkspaces', {})

export const useWorkspaces = () => useList(workspacePages, (page) => page.slack_workspaces)

/** Whether the operator has set up an app at Slack; undefined until it is known. */
export const useSlackApp = (): boolean | undefined => useInfiniteQuery(workspacePages).data?.pages[0]?.set_up

/** Leaves for Slack, where the person allows the app. */
export const useInstallation = () =>
  useMutation({
    mutationFn: async () => {
      const { authorize_url: url } = await inPerson.call('startSlackInstallation', {})
      location.assign(url)
    },
  })

export const useConnection = (onDone: (workspace: Workspace) => void) =>
  useWrite({
    send: (body: SentCode) => inPerson.call('connectSlackWorkspace', { body }),
    changes: ['listSlackWorkspaces'],
    onDone,
  })

export const useDisconnection = ({ id }: Workspace, onDone: () => void) =>
  useWrite({
    send: () => inPerson.call('disconnectSlackWorkspace', { params: { id } }),
    changes: ['listSlackWorkspaces'],
    onDone,
  })
