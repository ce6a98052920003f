{{- define "wuku.name" -}}
{{- if contains "wuku" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-wuku" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "wuku.selector" -}}
app.kubernetes.io/name: wuku
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "wuku.labels" -}}
{{ include "wuku.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "wuku.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "wuku.secret" -}}
{{ .Values.secret.existing | default (include "wuku.name" .) }}
{{- end }}

{{- define "wuku.ownerSecret" -}}
{{ .Values.owner.existing | default (printf "%s-owner" (include "wuku.name" .)) }}
{{- end }}

{{- define "wuku.host" -}}
{{ (urlParse .Values.publicUrl).host | splitList ":" | first }}
{{- end }}

{{- define "wuku.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "wuku.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}
