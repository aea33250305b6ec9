{{- define "sonde.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "sonde.labels" -}}
app.kubernetes.io/name: sonde
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "sonde.selector" -}}
app.kubernetes.io/name: sonde
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "sonde.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
imagePullSecrets:
  {{- toYaml .Values.image.pullSecrets | nindent 2 }}
nodeSelector:
  {{- toYaml .Values.nodeSelector | nindent 2 }}
tolerations:
  {{- toYaml .Values.tolerations | nindent 2 }}
volumes:
  - name: tmp
    emptyDir:
      sizeLimit: 1Gi
  - name: secrets
    secret:
      secretName: {{ .Values.existingSecret }}
      defaultMode: 0440
{{- end }}

{{- define "sonde.container" -}}
image: {{ include "sonde.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: tmp
    mountPath: /tmp
  - name: secrets
    mountPath: /run/secrets/sonde
    readOnly: true
{{- end }}

{{- define "sonde.env" -}}
- name: SONDE_BASE_URL
  value: {{ .Values.baseUrl | quote }}
- name: SONDE_DEVELOPER_URL
  value: {{ .Values.developerUrl | quote }}
- name: SONDE_TRUSTED_PROXIES
  value: {{ .Values.trustedProxies | quote }}
- name: SONDE_KEY_STORE
  value: {{ .Values.keyStore | quote }}
- name: SONDE_SECRETS_KEY_FILE
  value: /run/secrets/sonde/SONDE_SECRETS_KEY
{{- range .Values.secretFiles }}
- name: {{ . }}_FILE
  value: /run/secrets/sonde/{{ . }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
