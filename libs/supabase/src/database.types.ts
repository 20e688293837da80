/* Generated from the database by `npm run types -w @helpdesk/database`. Do not edit. */
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: '13'
  }
  public: {
    Tables: {
      assistant_proposals: {
        Row: {
          admin_id: string
          applied_version: number | null
          comment_id: string | null
          created_at: string
          decided_at: string | null
          from_value: string | null
          id: string
          kind: string
          reason: string
          state: string
          ticket_id: string
          to_value: string | null
        }
        Insert: {
          admin_id?: string
          applied_version?: number | null
          comment_id?: string | null
          created_at?: string
          decided_at?: string | null
          from_value?: string | null
          id?: string
          kind: string
          reason?: string
          state?: string
          ticket_id: string
          to_value?: string | null
        }
        Update: {
          admin_id?: string
          applied_version?: number | null
          comment_id?: string | null
          created_at?: string
          decided_at?: string | null
          from_value?: string | null
          id?: string
          kind?: string
          reason?: string
          state?: string
          ticket_id?: string
          to_value?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'assistant_proposals_admin_id_fkey'
            columns: ['admin_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'assistant_proposals_ticket_id_fkey'
            columns: ['ticket_id']
            isOneToOne: false
            referencedRelation: 'tickets'
            referencedColumns: ['id']
          },
        ]
      }
      attachments: {
        Row: {
          comment_id: string | null
          created_at: string
          file_name: string
          file_size: number
          file_type: string
          id: string
          is_unproven: boolean
          moved_from: string | null
          storage_path: string
          ticket_id: string
          uploaded_by: string
        }
        Insert: {
          comment_id?: string | null
          created_at?: string
          file_name: string
          file_size: number
          file_type: string
          id?: string
          is_unproven?: boolean
          moved_from?: string | null
          storage_path: string
          ticket_id: string
          uploaded_by?: string
        }
        Update: {
          comment_id?: string | null
          created_at?: string
          file_name?: string
          file_size?: number
          file_type?: string
          id?: string
          is_unproven?: boolean
          moved_from?: string | null
          storage_path?: string
          ticket_id?: string
          uploaded_by?: string
        }
        Relationships: [
          {
            foreignKeyName: 'attachments_comment_fkey'
            columns: ['comment_id', 'ticket_id']
            isOneToOne: false
            referencedRelation: 'comments'
            referencedColumns: ['id', 'ticket_id']
          },
          {
            foreignKeyName: 'attachments_ticket_id_fkey'
            columns: ['ticket_id']
            isOneToOne: false
            referencedRelation: 'tickets'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'attachments_uploaded_by_fkey'
            columns: ['uploaded_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      audit_log: {
        Row: {
          action: string
          actor_id: string | null
          actor_name: string
          created_at: string
          from_value: Json | null
          id: string
          target_id: string | null
          target_label: string
          to_value: Json | null
        }
        Insert: {
          action: string
          actor_id?: string | null
          actor_name?: string
          created_at?: string
          from_value?: Json | null
          id?: string
          target_id?: string | null
          target_label?: string
          to_value?: Json | null
        }
        Update: {
          action?: string
          actor_id?: string | null
          actor_name?: string
          created_at?: string
          from_value?: Json | null
          id?: string
          target_id?: string | null
          target_label?: string
          to_value?: Json | null
        }
        Relationships: []
      }
      blocked_senders: {
        Row: {
          address: string
          blocked_by: string | null
          created_at: string
        }
        Insert: {
          address: string
          blocked_by?: string | null
          created_at?: string
        }
        Update: {
          address?: string
          blocked_by?: string | null
          created_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'blocked_senders_blocked_by_fkey'
            columns: ['blocked_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      comments: {
        Row: {
          author_name: string
          author_role: string
          content: string
          created_at: string
          id: string
          is_internal: boolean
          request_id: string | null
          send_at: string | null
          source: string
          ticket_id: string
          updated_at: string
          user_id: string
        }
        Insert: {
          author_name?: string
          author_role?: string
          content: string
          created_at?: string
          id?: string
          is_internal?: boolean
          request_id?: string | null
          send_at?: string | null
          source?: string
          ticket_id: string
          updated_at?: string
          user_id?: string
        }
        Update: {
          author_name?: string
          author_role?: string
          content?: string
          created_at?: string
          id?: string
          is_internal?: boolean
          request_id?: string | null
          send_at?: string | null
          source?: string
          ticket_id?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'comments_ticket_id_fkey'
            columns: ['ticket_id']
            isOneToOne: false
            referencedRelation: 'tickets'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'comments_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      invites: {
        Row: {
          created_at: string
          created_by: string
          email: string
          expires_at: string
          id: string
          revoked_at: string | null
          role: string
          token_hash: string
          used_at: string | null
          used_by: string | null
        }
        Insert: {
          created_at?: string
          created_by?: string
          email: string
          expires_at?: string
          id?: string
          revoked_at?: string | null
          role: string
          token_hash: string
          used_at?: string | null
          used_by?: string | null
        }
        Update: {
          created_at?: string
          created_by?: string
          email?: string
          expires_at?: string
          id?: string
          revoked_at?: string | null
          role?: string
          token_hash?: string
          used_at?: string | null
          used_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'invites_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'invites_used_by_fkey'
            columns: ['used_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      macro_uses: {
        Row: {
          macro_id: string
          user_id: string
          uses: number
        }
        Insert: {
          macro_id: string
          user_id: string
          uses?: number
        }
        Update: {
          macro_id?: string
          user_id?: string
          uses?: number
        }
        Relationships: [
          {
            foreignKeyName: 'macro_uses_macro_id_fkey'
            columns: ['macro_id']
            isOneToOne: false
            referencedRelation: 'macros'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'macro_uses_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      macros: {
        Row: {
          add_tags: string[] | null
          body: string
          created_at: string
          id: string
          is_shared: boolean
          name: string
          owner_id: string
          set_priority: string | null
          set_status: string | null
          updated_at: string
        }
        Insert: {
          add_tags?: string[] | null
          body?: string
          created_at?: string
          id?: string
          is_shared?: boolean
          name: string
          owner_id?: string
          set_priority?: string | null
          set_status?: string | null
          updated_at?: string
        }
        Update: {
          add_tags?: string[] | null
          body?: string
          created_at?: string
          id?: string
          is_shared?: boolean
          name?: string
          owner_id?: string
          set_priority?: string | null
          set_status?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'macros_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      mail_addresses: {
        Row: {
          address: string
          created_at: string
          default_priority: string | null
          default_tags: string[]
          id: string
          is_active: boolean
          kind: string
          updated_at: string
        }
        Insert: {
          address: string
          created_at?: string
          default_priority?: string | null
          default_tags?: string[]
          id?: string
          is_active?: boolean
          kind?: string
          updated_at?: string
        }
        Update: {
          address?: string
          created_at?: string
          default_priority?: string | null
          default_tags?: string[]
          id?: string
          is_active?: boolean
          kind?: string
          updated_at?: string
        }
        Relationships: []
      }
      notification_outbox: {
        Row: {
          actor_name: string
          attempts: number
          change_batch: string | null
          comment_id: string | null
          created_at: string
          dropped_at: string | null
          error: string | null
          excerpt: string | null
          files: number
          hand_over_id: string | null
          id: string
          in_reply_to: string | null
          kind: string
          needs_password: boolean
          new_status: string | null
          next_attempt_at: string
          recipient_email: string
          recipient_id: string | null
          recipient_name: string
          sent_at: string | null
          stop_token: string | null
          ticket_id: string | null
          ticket_number: number | null
          ticket_subject: string | null
          unsubscribe_token: string | null
        }
        Insert: {
          actor_name: string
          attempts?: number
          change_batch?: string | null
          comment_id?: string | null
          created_at?: string
          dropped_at?: string | null
          error?: string | null
          excerpt?: string | null
          files?: number
          hand_over_id?: string | null
          id?: string
          in_reply_to?: string | null
          kind: string
          needs_password?: boolean
          new_status?: string | null
          next_attempt_at?: string
          recipient_email: string
          recipient_id?: string | null
          recipient_name: string
          sent_at?: string | null
          stop_token?: string | null
          ticket_id?: string | null
          ticket_number?: number | null
          ticket_subject?: string | null
          unsubscribe_token?: string | null
        }
        Update: {
          actor_name?: string
          attempts?: number
          change_batch?: string | null
          comment_id?: string | null
          created_at?: string
          dropped_at?: string | null
          error?: string | null
          excerpt?: string | null
          files?: number
          hand_over_id?: string | null
          id?: string
          in_reply_to?: string | null
          kind?: string
          needs_password?: boolean
          new_status?: string | null
          next_attempt_at?: string
          recipient_email?: string
          recipient_id?: string | null
          recipient_name?: string
          sent_at?: string | null
          stop_token?: string | null
          ticket_id?: string | null
          ticket_number?: number | null
          ticket_subject?: string | null
          unsubscribe_token?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'notification_outbox_recipient_id_fkey'
            columns: ['recipient_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notification_outbox_ticket_id_fkey'
            columns: ['ticket_id']
            isOneToOne: false
            referencedRelation: 'tickets'
            referencedColumns: ['id']
          },
        ]
      }
      profiles: {
        Row: {
          away_since: string | null
          created_at: string
          deactivated_at: string | null
          email: string | null
          id: string
          last_seen_at: string | null
          name: string
          preferences: NonNullable<Json>
          role: string
          updated_at: string
        }
        Insert: {
          away_since?: string | null
          created_at?: string
          deactivated_at?: string | null
          email?: string | null
          id: string
          last_seen_at?: string | null
          name: string
          preferences?: NonNullable<Json>
          role?: string
          updated_at?: string
        }
        Update: {
          away_since?: string | null
          created_at?: string
          deactivated_at?: string | null
          email?: string | null
          id?: string
          last_seen_at?: string | null
          name?: string
          preferences?: NonNullable<Json>
          role?: string
          updated_at?: string
        }
        Relationships: []
      }
      saved_views: {
        Row: {
          columns: Json | null
          created_at: string
          filter: NonNullable<Json>
          id: string
          is_shared: boolean
          name: string
          owner_id: string
          updated_at: string
        }
        Insert: {
          columns?: Json | null
          created_at?: string
          filter: NonNullable<Json>
          id?: string
          is_shared?: boolean
          name: string
          owner_id?: string
          updated_at?: string
        }
        Update: {
          columns?: Json | null
          created_at?: string
          filter?: NonNullable<Json>
          id?: string
          is_shared?: boolean
          name?: string
          owner_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'saved_views_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      ticket_drafts: {
        Row: {
          content: string
          device: string | null
          files: NonNullable<Json>
          kind: string
          ticket_id: string
          updated_at: string
          user_id: string
        }
        Insert: {
          content: string
          device?: string | null
          files?: NonNullable<Json>
          kind: string
          ticket_id: string
          updated_at?: string
          user_id?: string
        }
        Update: {
          content?: string
          device?: string | null
          files?: NonNullable<Json>
          kind?: string
          ticket_id?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'ticket_drafts_ticket_id_fkey'
            columns: ['ticket_id']
            isOneToOne: false
            referencedRelation: 'tickets'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ticket_drafts_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      ticket_events: {
        Row: {
          actor_id: string | null
          created_at: string
          from_value: string | null
          id: string
          is_internal: boolean
          kind: string
          ticket_id: string
          ticket_version: number | null
          to_value: string | null
          undone: boolean
        }
        Insert: {
          actor_id?: string | null
          created_at?: string
          from_value?: string | null
          id?: string
          is_internal?: boolean
          kind: string
          ticket_id: string
          ticket_version?: number | null
          to_value?: string | null
          undone?: boolean
        }
        Update: {
          actor_id?: string | null
          created_at?: string
          from_value?: string | null
          id?: string
          is_internal?: boolean
          kind?: string
          ticket_id?: string
          ticket_version?: number | null
          to_value?: string | null
          undone?: boolean
        }
        Relationships: [
          {
            foreignKeyName: 'ticket_events_actor_id_fkey'
            columns: ['actor_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ticket_events_ticket_id_fkey'
            columns: ['ticket_id']
            isOneToOne: false
            referencedRelation: 'tickets'
            referencedColumns: ['id']
          },
        ]
      }
      ticket_participants: {
        Row: {
          added_by: string | null
          address: string
          created_at: string
          id: string
          left_at: string | null
          name: string
          person_id: string | null
          source: string
          ticket_id: string
        }
        Insert: {
          added_by?: string | null
          address: string
          created_at?: string
          id?: string
          left_at?: string | null
          name?: string
          person_id?: string | null
          source?: string
          ticket_id: string
        }
        Update: {
          added_by?: string | null
          address?: string
          created_at?: string
          id?: string
          left_at?: string | null
          name?: string
          person_id?: string | null
          source?: string
          ticket_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'ticket_participants_added_by_fkey'
            columns: ['added_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ticket_participants_person_id_fkey'
            columns: ['person_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ticket_participants_ticket_id_fkey'
            columns: ['ticket_id']
            isOneToOne: false
            referencedRelation: 'tickets'
            referencedColumns: ['id']
          },
        ]
      }
      ticket_ratings: {
        Row: {
          agent_id: string | null
          comment: string | null
          created_at: string
          customer_id: string
          score: number
          ticket_id: string
          updated_at: string
        }
        Insert: {
          agent_id?: string | null
          comment?: string | null
          created_at?: string
          customer_id?: string
          score: number
          ticket_id: string
          updated_at?: string
        }
        Update: {
          agent_id?: string | null
          comment?: string | null
          created_at?: string
          customer_id?: string
          score?: number
          ticket_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'ticket_ratings_agent_id_fkey'
            columns: ['agent_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ticket_ratings_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'ticket_ratings_ticket_id_fkey'
            columns: ['ticket_id']
            isOneToOne: true
            referencedRelation: 'tickets'
            referencedColumns: ['id']
          },
        ]
      }
      ticket_tags: {
        Row: {
          tags: string[]
          ticket_id: string
        }
        Insert: {
          tags: string[]
          ticket_id: string
        }
        Update: {
          tags?: string[]
          ticket_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'ticket_tags_ticket_id_fkey'
            columns: ['ticket_id']
            isOneToOne: true
            referencedRelation: 'tickets'
            referencedColumns: ['id']
          },
        ]
      }
      tickets: {
        Row: {
          assigned_to: string | null
          assignee_key: string
          close_reason: string | null
          closed_at: string | null
          created_at: string
          created_by: string
          customer_id: string | null
          description: string
          first_response_at: string | null
          id: string
          last_message_at: string | null
          last_message_by: string | null
          last_message_preview: string | null
          last_message_unverified: boolean
          merged_at: string | null
          merged_into: string | null
          metadata: Json | null
          number: number
          origin: string | null
          priority: string
          priority_rank: number
          request_id: string | null
          requester_key: string
          resolved_at: string | null
          snoozed_until: string | null
          source: string
          status: string
          subject: string
          subject_key: string
          tag_keys: string[] | null
          tags: string[] | null
          updated_at: string
          version: number
          waiting_since: string | null
        }
        Insert: {
          assigned_to?: string | null
          assignee_key?: string
          close_reason?: string | null
          closed_at?: string | null
          created_at?: string
          created_by?: string
          customer_id?: string | null
          description: string
          first_response_at?: string | null
          id?: string
          last_message_at?: string | null
          last_message_by?: string | null
          last_message_preview?: string | null
          last_message_unverified?: boolean
          merged_at?: string | null
          merged_into?: string | null
          metadata?: Json | null
          number?: never
          origin?: string | null
          priority?: string
          priority_rank?: never
          request_id?: string | null
          requester_key?: string
          resolved_at?: string | null
          snoozed_until?: string | null
          source?: string
          status?: string
          subject: string
          subject_key?: string
          tag_keys?: string[] | null
          tags?: string[] | null
          updated_at?: string
          version?: number
          waiting_since?: string | null
        }
        Update: {
          assigned_to?: string | null
          assignee_key?: string
          close_reason?: string | null
          closed_at?: string | null
          created_at?: string
          created_by?: string
          customer_id?: string | null
          description?: string
          first_response_at?: string | null
          id?: string
          last_message_at?: string | null
          last_message_by?: string | null
          last_message_preview?: string | null
          last_message_unverified?: boolean
          merged_at?: string | null
          merged_into?: string | null
          metadata?: Json | null
          number?: never
          origin?: string | null
          priority?: string
          priority_rank?: never
          request_id?: string | null
          requester_key?: string
          resolved_at?: string | null
          snoozed_until?: string | null
          source?: string
          status?: string
          subject?: string
          subject_key?: string
          tag_keys?: string[] | null
          tags?: string[] | null
          updated_at?: string
          version?: number
          waiting_since?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'tickets_assigned_to_fkey'
            columns: ['assigned_to']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'tickets_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'tickets_customer_id_fkey'
            columns: ['customer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'tickets_last_message_by_fkey'
            columns: ['last_message_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'tickets_merged_into_fkey'
            columns: ['merged_into']
            isOneToOne: false
            referencedRelation: 'tickets'
            referencedColumns: ['id']
          },
        ]
      }
      undeliverable_addresses: {
        Row: {
          address: string
          failures: number
          first_at: string
          last_at: string
          reason: string
          status: string
        }
        Insert: {
          address: string
          failures?: number
          first_at?: string
          last_at?: string
          reason?: string
          status?: string
        }
        Update: {
          address?: string
          failures?: number
          first_at?: string
          last_at?: string
          reason?: string
          status?: string
        }
        Relationships: []
      }
      workspace_settings: {
        Row: {
          accent_color: string | null
          agents_update: string
          closes_at: string
          default_priority: string
          file_types: string[]
          follow_up_days: number
          id: boolean
          invite_days: number
          logo: string | null
          mail_signature: string | null
          max_file_bytes: number
          max_files: number
          opens_at: string
          support_email: string | null
          ticket_prefix: string
          time_zone: string
          undo_send_seconds: number
          updated_at: string
          working_days: number[]
          workspace_name: string
        }
        Insert: {
          accent_color?: string | null
          agents_update?: string
          closes_at?: string
          default_priority?: string
          file_types?: string[]
          follow_up_days?: number
          id?: boolean
          invite_days?: number
          logo?: string | null
          mail_signature?: string | null
          max_file_bytes?: number
          max_files?: number
          opens_at?: string
          support_email?: string | null
          ticket_prefix?: string
          time_zone?: string
          undo_send_seconds?: number
          updated_at?: string
          working_days?: number[]
          workspace_name?: string
        }
        Update: {
          accent_color?: string | null
          agents_update?: string
          closes_at?: string
          default_priority?: string
          file_types?: string[]
          follow_up_days?: number
          id?: boolean
          invite_days?: number
          logo?: string | null
          mail_signature?: string | null
          max_file_bytes?: number
          max_files?: number
          opens_at?: string
          support_email?: string | null
          ticket_prefix?: string
          time_zone?: string
          undo_send_seconds?: number
          updated_at?: string
          working_days?: number[]
          workspace_name?: string
        }
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      accept_invite: { Args: { token: string }; Returns: string }
      announce_files: {
        Args: { names: string[]; request_id: string }
        Returns: undefined
      }
      assign_ticket: {
        Args: { assignee?: string; ticket_id: string }
        Returns: {
          assigned_to: string | null
          assignee_key: string
          close_reason: string | null
          closed_at: string | null
          created_at: string
          created_by: string
          customer_id: string | null
          description: string
          first_response_at: string | null
          id: string
          last_message_at: string | null
          last_message_by: string | null
          last_message_preview: string | null
          last_message_unverified: boolean
          merged_at: string | null
          merged_into: string | null
          metadata: Json | null
          number: number
          origin: string | null
          priority: string
          priority_rank: number
          request_id: string | null
          requester_key: string
          resolved_at: string | null
          snoozed_until: string | null
          source: string
          status: string
          subject: string
          subject_key: string
          tag_keys: string[] | null
          tags: string[] | null
          updated_at: string
          version: number
          waiting_since: string | null
        }
        SetofOptions: {
          from: '*'
          to: 'tickets'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      attach_unmatched_mail: {
        Args: { as_note?: boolean; mail_id: string; ticket_id?: string }
        Returns: Json
      }
      automatic_reply: { Args: { event_id: string }; Returns: Json }
      bulk_merge_tickets: {
        Args: { target: string; ticket_ids: string[] }
        Returns: Json
      }
      bulk_update_tickets: {
        Args: { change: Json; ticket_ids: string[] }
        Returns: Json
      }
      change_tag: { Args: { new_tag?: string; tag: string }; Returns: number }
      changes_since: { Args: { since?: string }; Returns: Json }
      check_sending: { Args: Record<PropertyKey, never>; Returns: undefined }
      claim_ticket: {
        Args: { ticket_id: string }
        Returns: {
          assigned_to: string | null
          assignee_key: string
          close_reason: string | null
          closed_at: string | null
          created_at: string
          created_by: string
          customer_id: string | null
          description: string
          first_response_at: string | null
          id: string
          last_message_at: string | null
          last_message_by: string | null
          last_message_preview: string | null
          last_message_unverified: boolean
          merged_at: string | null
          merged_into: string | null
          metadata: Json | null
          number: number
          origin: string | null
          priority: string
          priority_rank: number
          request_id: string | null
          requester_key: string
          resolved_at: string | null
          snoozed_until: string | null
          source: string
          status: string
          subject: string
          subject_key: string
          tag_keys: string[] | null
          tags: string[] | null
          updated_at: string
          version: number
          waiting_since: string | null
        }
        SetofOptions: {
          from: '*'
          to: 'tickets'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      count_macro_use: { Args: { macro_id: string }; Returns: undefined }
      count_queues: { Args: Record<PropertyKey, never>; Returns: Json }
      count_tags: {
        Args: Record<PropertyKey, never>
        Returns: {
          tag: string
          tickets: number
        }[]
      }
      create_invite: {
        Args: { email: string; role: string }
        Returns: {
          expires_at: string
          id: string
          invite_email: string
          invite_role: string
          token: string
        }[]
      }
      create_invites: {
        Args: { emails: string[]; role: string }
        Returns: {
          code: string
          email: string
          expires_at: string
          id: string
          message: string
          token: string
        }[]
      }
      decide_proposal: {
        Args: { decision: string; proposal_id: string }
        Returns: {
          admin_id: string
          applied_version: number | null
          comment_id: string | null
          created_at: string
          decided_at: string | null
          from_value: string | null
          id: string
          kind: string
          reason: string
          state: string
          ticket_id: string
          to_value: string | null
        }
        SetofOptions: {
          from: '*'
          to: 'assistant_proposals'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      discard_mail: { Args: { mail_id: string }; Returns: undefined }
      dismiss_continuation: { Args: { ticket_id: string }; Returns: undefined }
      end_my_session: { Args: { session_id: string }; Returns: boolean }
      end_session: { Args: { session_id: string }; Returns: undefined }
      end_user_sessions: { Args: { target: string }; Returns: number }
      export_tickets: {
        Args: {
          after?: Json
          filter?: Json
          from_day: string
          max_rows?: number
          time_zone?: string
          to_day: string
        }
        Returns: {
          first_response_at: string
          rating: number
          resolved_at: string
          ticket: Json
        }[]
      }
      file_limits: { Args: Record<PropertyKey, never>; Returns: Json }
      find_similar_tickets: {
        Args: { subject: string }
        Returns: {
          created_at: string
          id: string
          number: number
          status: string
          subject: string
        }[]
      }
      finish_mail_files: { Args: { mail_id: string }; Returns: number }
      finish_notification: {
        Args: {
          error?: string
          failure?: string
          id: string
          response?: string
          status?: string
        }
        Returns: undefined
      }
      follow_ticket: {
        Args: { follow?: boolean; ticket_id: string }
        Returns: Json
      }
      forget_files: {
        Args: { names?: string[]; request_id: string }
        Returns: undefined
      }
      forget_originals: { Args: { paths: string[] }; Returns: undefined }
      forward_message: {
        Args: {
          comment_id?: string
          note?: string
          recipient: string
          ticket_id: string
        }
        Returns: string
      }
      get_admin_dashboard: { Args: Record<PropertyKey, never>; Returns: Json }
      get_agent_performance_stats: {
        Args: Record<PropertyKey, never>
        Returns: {
          assigned_tickets: number
          average_response_time: number
          resolved_today: number
          satisfaction_rate: number
        }[]
      }
      get_client_health: { Args: { days?: number }; Returns: Json }
      get_customer_dashboard: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      get_mail_channel: { Args: Record<PropertyKey, never>; Returns: Json }
      get_queue_figures: { Args: Record<PropertyKey, never>; Returns: Json }
      get_rating_link: { Args: { token: string }; Returns: Json }
      get_report: {
        Args: {
          filter?: Json
          from_day: string
          time_zone?: string
          to_day: string
        }
        Returns: Json
      }
      get_service_health: { Args: Record<PropertyKey, never>; Returns: Json }
      get_subscription: { Args: { token: string }; Returns: Json }
      get_ticket_detail: {
        Args: { ticket_id?: string; ticket_number?: number }
        Returns: Json
      }
      get_unread_notifications: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      is_mail_recipient: { Args: { address: string }; Returns: boolean }
      link_tickets: {
        Args: { kind: string; target: string; ticket_ids: string[] }
        Returns: Json
      }
      linked_tickets: { Args: { ticket_id: string }; Returns: Json }
      list_audit: {
        Args: {
          after_created_at?: string
          after_id?: string
          filter_action?: string
          filter_person?: string
          max_rows?: number
        }
        Returns: {
          action: string
          actor_email: string
          actor_id: string
          actor_name: string
          created_at: string
          from_name: string
          from_value: Json
          id: string
          target_id: string
          target_label: string
          target_name: string
          to_name: string
          to_value: Json
        }[]
      }
      list_held_tickets: {
        Args: { ticket_ids: string[] }
        Returns: {
          assigned_to: string
          assignee_name: string
          id: string
          number: number
          subject: string
        }[]
      }
      list_invites: {
        Args: {
          after_created_at?: string
          after_id?: string
          filter_state?: string
          max_rows?: number
        }
        Returns: {
          created_at: string
          created_by_name: string
          email: string
          expires_at: string
          id: string
          revoked_at: string
          role: string
          state: string
          used_at: string
        }[]
      }
      list_mails: {
        Args: { before?: string; max_rows?: number; state?: string }
        Returns: Json[]
      }
      list_my_sessions: {
        Args: Record<PropertyKey, never>
        Returns: {
          created_at: string
          id: string
          ip: string
          is_current: boolean
          last_active_at: string
          user_agent: string
        }[]
      }
      list_notifications: {
        Args: { before_at?: string; before_id?: string; max_rows?: number }
        Returns: {
          actor_id: string
          actor_name: string
          comment_id: string
          created_at: string
          excerpt: string
          id: string
          is_read: boolean
          kind: string
          ticket_id: string
          ticket_number: number
          ticket_status: string
          ticket_subject: string
          times: number
        }[]
      }
      list_tags: { Args: Record<PropertyKey, never>; Returns: string[] }
      list_ticket_ids: {
        Args: { ascending?: boolean; filter?: Json; sort_by?: string }
        Returns: string[]
      }
      list_tickets: {
        Args: {
          after?: Json
          ascending?: boolean
          filter?: Json
          max_rows?: number
          sort_by?: string
        }
        Returns: Database['public']['CompositeTypes']['ticket_row'][]
        SetofOptions: {
          from: '*'
          to: 'ticket_row'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      list_unmatched_mails: {
        Args: {
          before_at?: string
          before_id?: string
          max_rows?: number
          states?: string[]
        }
        Returns: Json
      }
      list_users: {
        Args: {
          after_created_at?: string
          after_id?: string
          filter_active?: boolean
          filter_role?: string
          max_rows?: number
          query?: string
        }
        Returns: {
          created_at: string
          deactivated_at: string
          email: string
          id: string
          is_confirmed: boolean
          last_seen_at: string
          name: string
          open_sessions: number
          role: string
        }[]
      }
      log_export: {
        Args: { filter?: Json; kind: string; row_count: number }
        Returns: undefined
      }
      mail_original: { Args: { mail_id: string }; Returns: Json }
      mark_notifications_read: {
        Args: { notification_id?: string; ticket_id?: string }
        Returns: number
      }
      mark_ticket_read: {
        Args: { read_until?: string; ticket_id: string }
        Returns: undefined
      }
      mark_ticket_unread: { Args: { ticket_id: string }; Returns: undefined }
      merge_tickets: { Args: { source: string; target: string }; Returns: Json }
      needs_password: { Args: Record<PropertyKey, never>; Returns: boolean }
      next_ticket: {
        Args: Record<PropertyKey, never>
        Returns: {
          assigned_to: string | null
          assignee_key: string
          close_reason: string | null
          closed_at: string | null
          created_at: string
          created_by: string
          customer_id: string | null
          description: string
          first_response_at: string | null
          id: string
          last_message_at: string | null
          last_message_by: string | null
          last_message_preview: string | null
          last_message_unverified: boolean
          merged_at: string | null
          merged_into: string | null
          metadata: Json | null
          number: number
          origin: string | null
          priority: string
          priority_rank: number
          request_id: string | null
          requester_key: string
          resolved_at: string | null
          snoozed_until: string | null
          source: string
          status: string
          subject: string
          subject_key: string
          tag_keys: string[] | null
          tags: string[] | null
          updated_at: string
          version: number
          waiting_since: string | null
        }
        SetofOptions: {
          from: '*'
          to: 'tickets'
          isOneToOne: true
          isSetofReturn: true
        }
      }
      open_ticket_for: {
        Args: {
          description: string
          priority?: string
          request_id?: string
          requester_email: string
          requester_name?: string
          subject: string
          tags?: string[]
        }
        Returns: Json
      }
      prepare_invited_sign_up: { Args: { token: string }; Returns: boolean }
      preview_incident_reply: { Args: { problem: string }; Returns: Json }
      propose_change: {
        Args: {
          kind: string
          reason?: string
          ticket_id: string
          to_value: string
        }
        Returns: {
          admin_id: string
          applied_version: number | null
          comment_id: string | null
          created_at: string
          decided_at: string | null
          from_value: string | null
          id: string
          kind: string
          reason: string
          state: string
          ticket_id: string
          to_value: string | null
        }
        SetofOptions: {
          from: '*'
          to: 'assistant_proposals'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      queue_reply: {
        Args: {
          add_tags?: string[]
          content: string
          new_priority?: string
          new_status?: string
          request_id?: string
          seen_at?: string
          seen_version?: number
          send_at?: string
          ticket_id: string
        }
        Returns: Json
      }
      rate_by_link: { Args: { is_good: boolean; token: string }; Returns: Json }
      receive_mail: { Args: { mail: Json; signature?: string }; Returns: Json }
      reply_to_incidents: {
        Args: {
          contents: string[]
          new_status?: string
          problem: string
          request_id: string
          seen: number[]
          ticket_ids: string[]
        }
        Returns: Json
      }
      report_client_events: { Args: { events: Json }; Returns: undefined }
      report_mail_server: {
        Args: { error?: string; sender?: string }
        Returns: undefined
      }
      retry_mail: { Args: { mail_id: string }; Returns: undefined }
      revoke_invite: { Args: { invite_id: string }; Returns: boolean }
      same_ticket: { Args: { ticket_id: string }; Returns: Json }
      save_draft: {
        Args: {
          content: string
          device?: string
          files?: string[]
          kind: string
          ticket_id: string
        }
        Returns: undefined
      }
      search_tickets:
        | {
            Args: {
              after?: Json
              ascending?: boolean
              filter?: Json
              max_rows?: number
              sort_by?: string
            }
            Returns: {
              corrected: string
              found_by: string
              found_in: string
              marked_subject: string
              snippet: string
              ticket: Json
            }[]
          }
        | {
            Args: { max_rows?: number; query: string }
            Returns: Database['public']['CompositeTypes']['ticket_row'][]
            SetofOptions: {
              from: '*'
              to: 'ticket_row'
              isOneToOne: false
              isSetofReturn: true
            }
          }
      send_due_replies: { Args: { max_rows?: number }; Returns: number }
      send_reply: {
        Args: {
          add_tags?: string[]
          content: string
          files?: number
          is_internal?: boolean
          new_priority?: string
          new_status?: string
          request_id?: string
          seen_at?: string
          seen_version?: number
          ticket_id: string
        }
        Returns: Json
      }
      send_waiting_reply: {
        Args: { comment_id: string; shown_on?: string }
        Returns: Json
      }
      set_availability: { Args: { is_away: boolean }; Returns: string }
      set_subscription: {
        Args: { subscribed?: boolean; token: string }
        Returns: Json
      }
      set_user_active: {
        Args: { active: boolean; target: string }
        Returns: {
          away_since: string | null
          created_at: string
          deactivated_at: string | null
          email: string | null
          id: string
          last_seen_at: string | null
          name: string
          preferences: NonNullable<Json>
          role: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'profiles'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      set_user_role: {
        Args: { new_role: string; target: string }
        Returns: {
          away_since: string | null
          created_at: string
          deactivated_at: string | null
          email: string | null
          id: string
          last_seen_at: string | null
          name: string
          preferences: NonNullable<Json>
          role: string
          updated_at: string
        }
        SetofOptions: {
          from: '*'
          to: 'profiles'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      snooze_tickets: {
        Args: { ticket_ids: string[]; until?: string }
        Returns: Json
      }
      split_choices: {
        Args: { first_id: string; ticket_id: string }
        Returns: Json
      }
      split_ticket: {
        Args: { comment_ids: string[]; subject: string; ticket_id: string }
        Returns: Json
      }
      start_mail_test: { Args: Record<PropertyKey, never>; Returns: Json }
      support_address: { Args: Record<PropertyKey, never>; Returns: string }
      take_assistant_turn: { Args: Record<PropertyKey, never>; Returns: number }
      take_draft: {
        Args: { device: string; kind: string; ticket_id: string }
        Returns: {
          content: string
          device: string | null
          files: NonNullable<Json>
          kind: string
          ticket_id: string
          updated_at: string
          user_id: string
        }[]
        SetofOptions: {
          from: '*'
          to: 'ticket_drafts'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      take_mails: { Args: { host: string; max_rows?: number }; Returns: Json[] }
      take_notifications: {
        Args: { max_rows?: number }
        Returns: {
          actor_name: string
          attempts: number
          change_batch: string | null
          comment_id: string | null
          created_at: string
          dropped_at: string | null
          error: string | null
          excerpt: string | null
          files: number
          hand_over_id: string | null
          id: string
          in_reply_to: string | null
          kind: string
          needs_password: boolean
          new_status: string | null
          next_attempt_at: string
          recipient_email: string
          recipient_id: string | null
          recipient_name: string
          sent_at: string | null
          stop_token: string | null
          ticket_id: string | null
          ticket_number: number | null
          ticket_subject: string | null
          unsubscribe_token: string | null
        }[]
        SetofOptions: {
          from: '*'
          to: 'notification_outbox'
          isOneToOne: false
          isSetofReturn: true
        }
      }
      take_over_ticket: {
        Args: { from_assignee?: string; reason?: string; ticket_id: string }
        Returns: {
          assigned_to: string | null
          assignee_key: string
          close_reason: string | null
          closed_at: string | null
          created_at: string
          created_by: string
          customer_id: string | null
          description: string
          first_response_at: string | null
          id: string
          last_message_at: string | null
          last_message_by: string | null
          last_message_preview: string | null
          last_message_unverified: boolean
          merged_at: string | null
          merged_into: string | null
          metadata: Json | null
          number: number
          origin: string | null
          priority: string
          priority_rank: number
          request_id: string | null
          requester_key: string
          resolved_at: string | null
          snoozed_until: string | null
          source: string
          status: string
          subject: string
          subject_key: string
          tag_keys: string[] | null
          tags: string[] | null
          updated_at: string
          version: number
          waiting_since: string | null
        }
        SetofOptions: {
          from: '*'
          to: 'tickets'
          isOneToOne: true
          isSetofReturn: false
        }
      }
      take_unrecorded_files: { Args: Record<PropertyKey, never>; Returns: Json }
      ticket_continuation: { Args: { ticket_id: string }; Returns: Json }
      ticket_mails: { Args: { ticket_id: string }; Returns: Json }
      ticket_references: {
        Args: { numbers: number[] }
        Returns: {
          merged_into: number
          number: number
          status: string
          subject: string
        }[]
      }
      ticket_topics: { Args: { ticket_id: string }; Returns: Json }
      undo_bulk_update: { Args: { batch_id: string }; Returns: Json }
      undo_last_change: {
        Args: { made_version?: number; of_ticket?: string }
        Returns: Json
      }
      undo_split: { Args: { ticket_id: string }; Returns: Json }
      unlink_tickets: {
        Args: { kind: string; target: string; ticket_ids: string[] }
        Returns: Json
      }
      unmerge_ticket: { Args: { source: string }; Returns: Json }
      unreached_people: { Args: { ticket_id: string }; Returns: Json }
      verify_invite: {
        Args: { token: string }
        Returns: {
          invite_email: string
          invite_role: string
          is_valid: boolean
        }[]
      }
      wake_tickets: { Args: { max_rows?: number }; Returns: number }
      workspace_identity: { Args: Record<PropertyKey, never>; Returns: Json }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      ticket_row: {
        id: string | null
        number: number | null
        subject: string | null
        status: string | null
        priority: string | null
        version: number | null
        created_by: string | null
        customer_id: string | null
        assigned_to: string | null
        created_at: string | null
        updated_at: string | null
        closed_at: string | null
        waiting_since: string | null
        creator_name: string | null
        creator_email: string | null
        assignee_name: string | null
        assignee_email: string | null
        requester_name: string | null
        requester_email: string | null
        desk_tags: string[] | null
        last_message_at: string | null
        last_message_name: string | null
        last_message_from: string | null
        last_message_preview: string | null
        unread: boolean | null
        snoozed_until: string | null
        last_message_unverified: boolean | null
      }
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    keyof (DefaultSchema['Tables'] & DefaultSchema['Views']) | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    keyof DefaultSchema['Enums'] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    keyof DefaultSchema['CompositeTypes'] | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
