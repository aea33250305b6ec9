-- The home tab in Slack looks for what was sent to one address.
create index deliveries_by_slack_address on deliveries (organisation_id, address) where channel = 'slack';
